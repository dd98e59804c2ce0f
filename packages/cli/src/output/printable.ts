/** A text for a terminal: control characters, which could move the cursor or hide lines, are shown as escapes. */
export const printable = (text: string): string =>
  text.replace(
    /\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
