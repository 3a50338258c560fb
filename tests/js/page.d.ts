// What the page makes of answers.

/** The report on a hand, and the discard that it advises (parts/judged.js). */
type HandReport = Answers["judge"] & { advice?: Answers["judge"]["discards"][number] };

/** What a win is worth by tsumo and by ron, and one of the two scores. */
type Worth = NonNullable<Answers["judge"]["worth"]>[number];
type Score = Worth["tsumo"];
