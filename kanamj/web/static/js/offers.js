// What the page offers: forms, rules and levels. Derived from Python: python -m tests.reference.page_types

export const FORMS = ["33332", "332", "33332,2222222", "4442"];
export const LEVELS = ["1", "2", "3", "4", "5"];
export const AGENTS = ["290w", "400w", "760w", "1600w"];
export const SCORING = ["", "pro", "pro-online"];
/** The forms of each game, the usual one first. */
export const RULES = {
  basic: ["332"],
  paper: ["33332"],
  standard: ["33332", "2222222"],
  pro: ["33332", "2222222"],
  "pro-online": ["33332"],
};
