/**
 * The passwords of ten or more characters that lists of stolen passwords are full of, and that anybody tries first.
 * Written in lower case; what follows the word (digits, punctuation) does not make a password better.
 */
const COMMON = `
  abcdefghij administrator alexander1 america123 anthony123 asdfasdfasdf asdfghjkl asdfghjkl; asdf1234asdf
  attheendoftheday baseball12 basketball batman1234 beautiful1 benjamin12 blahblahblah bobmarley1 butterfly
  changeme changeme12 charlie123 cheesecake chocolate christian1 christopher computer12 cookie1234 correcthorse
  correcthorsebatterystaple default123 demopassword dragon1234 elizabeth1 facet12345 facetfacet firebird12 football12
  freedom123 gabriella1 gfhjkm1234 godisgood1 guest12345 helloworld hunter2hunter2 iloveyou iloveyou12 iloveyou2
  jennifer12 jesuschrist justinbieber letmein123 letmeinnow linkinpark liverpool1 liverpoolfc lovelovelove
  manchester manchesterunited maryjane12 master1234 michael123 michelle12 mickeymouse monkey1234 motherfucker
  mustang123 mynoob1234 mypassword newpassword nicholas12 nopassword opensesame p@ssw0rd p@ssword pa$$word
  pa$$w0rd passw0rd pass1234pass passpass12 passwort passwordpassword password password1 password12 passwords
  patrick123 pokemon123 pleasechange princess12 qazwsxedc qazwsxedcrfv q1w2e3r4t5 q1w2e3r4t5y6 1q2w3e4r5t 1q2w3e4r5t6y
  1qaz2wsx3edc qwerasdfzxcv qwer1234qwer qwerty1234 qwertyqwerty qwertyuiop qwertyuiop[] qwertz1234 qwertzuiop
  robert1234 rockyou123 samantha12 sayangkamu secret1234 secretpassword shadow1234 spongebob1 starwars12
  stephanie1 sunshine12 superman12 supersecret supersecure testtest12 test1234test thisisapassword thomas1234
  trustno1 unbelievable user123456 victoria12 volleyball welcome welcome123 welcome2facet whatever12 william123
  yourpassword zaq12wsx zaq1xsw2cde3 zxcvbnm zxcvbnm123 zxcvbnmasdf 1g2w3e4r5t 1234qwerasdf 123qweasdzxc 12qwaszx
`;

const WORDS: ReadonlySet<string> = new Set(COMMON.trim().split(/\s+/));

/** Digits and letters in the order of a keyboard, of the alphabet, or of counting. */
const ROWS = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'].flatMap(
  (row) => [row, Array.from(row).reverse().join('')],
);

/** Whether a password is one of the first that a guess would be, as long as it may be. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  return WORDS.has(lower) || WORDS.has(withoutEnding(lower)) || isRepetition(lower) || isInOrder(lower);
}

/** A word without the digits and signs after it: 'welcome2026!' is as common as 'welcome'. */
function withoutEnding(text: string): string {
  let end = text.length;
  while (end > 0 && !/[a-z]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** A few characters again and again: 'aaaaaaaaaa', 'abcabcabcabc'. */
const LONGEST_REPEATED = 4;

function isRepetition(text: string): boolean {
  for (let length = 1; length <= LONGEST_REPEATED; length += 1)
    if (
      text ===
      text
        .slice(0, length)
        .repeat(Math.ceil(text.length / length))
        .slice(0, text.length)
    )
      return true;
  return false;
}

/** Rows of keys or of counting one after the other: '1234567890', '12345678910', 'qwertyuiopasdf'. */
const SHORTEST_RUN = 4;

function isInOrder(text: string): boolean {
  let rest = text;
  while (rest.length >= SHORTEST_RUN) {
    const run = longestRun(rest);
    if (run < SHORTEST_RUN) return false;
    rest = rest.slice(run);
  }
  return true;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const row of ROWS) {
    let length = 0;
    while (length < text.length && row.includes(text.slice(0, length + 1))) length += 1;
    longest = Math.max(longest, length);
  }
  return longest;
}
