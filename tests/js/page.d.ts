// What the page makes of answers.

/** The report on a hand, and the discard that it advises (parts/judged.js). */
type HandReport = Answers["judge"] & { advice?: Answers["judge"]["discards"][number] };
