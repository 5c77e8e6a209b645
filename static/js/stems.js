// The rules are searched in languages that inflect: "osady" is to find "osada" and "osad", "karta"
// also "karet". Words are compared by what stays of them once an ending is off; which of the site's
// languages it belongs to makes no difference, since both sides lose the same.

const ENDINGS = [
  "ami", "emi", "imi", "ymi", "ech", "ach", "ich", "ych", "eho", "ego", "emu", "ovi", "owi", "ove", "owie",
  "ie", "ies", "es", "ing", "ow", "om", "um", "ou", "am", "em", "im", "ym", "mi", "ed",
  "en", "er", "ern", "n", "s", "a", "e", "i", "o", "u", "y",
];
const SHORTEST = 3; // letters that stay

const ENDED = new RegExp(`^(.{${SHORTEST},}?)(?:${ENDINGS.join("|")})$`);
const FLEETING = /^(.+[^aeiouy])e([^aeiouy])$/;

const stem = (word) => word.replace(ENDED, "$1").replace(FLEETING, "$1$2");

// A number of a rule is typed with or without its hyphen and its zeros: "T-59" and "t059" are T-059.
const NUMBER = "([a-z]{1,3})-?0*(\\d+)";
const TYPED = new RegExp(`^${NUMBER}$`);
const WRITTEN = new RegExp(`\\b${NUMBER}(?!\\d)`, "g"); // the words may follow it without a blank

const numbers = (text, [, letters, number]) =>
  [...text.matchAll(WRITTEN)].some((other) => other[1] === letters && other[2] === number);

/** Whether a word of the text is another form of this one; both as they are compared, without marks. */
export const inflects = (text, word) => {
  const typed = TYPED.exec(word);
  if (typed) return numbers(text, typed);
  const sought = stem(word);
  return sought.length >= SHORTEST && text.split(/[^\p{L}\p{N}]+/u).some((other) => stem(other) === sought);
};
