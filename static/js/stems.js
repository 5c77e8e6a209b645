// The rules are searched in languages that inflect: "osady" is to find "osada" and "osad", "karta"
// also "karet". Words are compared by what stays of them once an ending is off; which of the three
// languages it belongs to makes no difference, since both sides lose the same.

const ENDINGS = [
  "ami", "emi", "imi", "ymi", "ech", "ach", "ich", "ych", "eho", "ego", "emu", "ovi", "owi", "ove", "owie",
  "ie", "ies", "es", "ing", "ow", "om", "um", "ou", "am", "em", "im", "ym", "mi", "ed", "s", "a", "e", "i", "o", "u", "y",
];
const SHORTEST = 3; // letters that stay

const ENDED = new RegExp(`^(.{${SHORTEST},}?)(?:${ENDINGS.join("|")})$`);
const FLEETING = /^(.+[^aeiouy])e([^aeiouy])$/;

const stem = (word) => word.replace(ENDED, "$1").replace(FLEETING, "$1$2");

/** Whether a word of the text is another form of this one; both as they are compared, without marks. */
export const inflects = (text, word) => {
  const sought = stem(word);
  return sought.length >= SHORTEST && text.split(/[^\p{L}\p{N}]+/u).some((other) => stem(other) === sought);
};
