/** An official portrait: a file of github.com/unitedstates/images, named by the hash of its content. */
export interface Portrait {
  readonly name: string;
  readonly born: number;
  /** The git blob. */
  readonly blob: string;
}

const portrait = (name: string, born: number, blob: string): Portrait => ({ name, born, blob });

export const PORTRAIT = portrait('Mazie K. Hirono', 1947, 'adce1657e34cd8aea02e6af41e5a4bc02c057f05');

/** Women and men of 27 to 80 years. */
export const GROUP: readonly Portrait[] = [
  portrait('Virginia Foxx', 1943, '6b060db40e6a95c846236d22ac3fb2a36c9682f8'),
  portrait('Guy Reschenthaler', 1983, 'd5aa1579d488b928242470d8aca660096b0e4564'),
  portrait('Lauren Underwood', 1986, '183599aed652fd6d966da2759dbdf89f619fff70'),
  portrait('James E. Clyburn', 1940, 'ff460fc3f2fa7eedf72ac33b80eb05413d785356'),
  portrait('Sara Jacobs', 1989, 'c815596b754bcaa18245a76fcfab23abe7de4a9f'),
  portrait('Mark Takano', 1960, '8531823cd3e9cbbb60868a4b90fed488d7991926'),
];

export const CROWD: readonly Portrait[] = [
  portrait('Chuck Grassley', 1933, 'd85b633fc0642724cd4e0682fc6c543829439519'),
  portrait('Rosa L. DeLauro', 1943, 'eee90bd661f998d29ecd44d1c1c4675f86159b48'),
  portrait('Joe Neguse', 1984, '5200eb01255d7424fcffd667daaa6201ef2439ce'),
  portrait('Mazie K. Hirono', 1947, 'adce1657e34cd8aea02e6af41e5a4bc02c057f05'),
  portrait('Angus S. King, Jr.', 1944, 'c8e693da603a155c7e76a428b584c5147eeb8eb2'),
  portrait('Maxine Waters', 1938, '6efa0706f4621aa0e543933c56529bafe62b585f'),
  portrait('Jake Auchincloss', 1988, '43fbf0c4c4243e638231cdcfe55418bd3cc47a86'),
  portrait('Susan M. Collins', 1952, '615f34fc0f2b2b1aeb5788785952e3614e589eb2'),
  portrait('Danny K. Davis', 1941, 'fbbefbfe596815d1825ab78311f2ff2cd8a44547'),
  portrait('Julia Letlow', 1981, '8b8459171289b21ed5bbbe639118b75927e43888'),
  portrait('Andy Kim', 1982, '9df12c9e2208fcf6f47bffa816741fbcbb03a7cd'),
  portrait('Marcy Kaptur', 1946, 'dddacf6b3521c1af096d028da506a368f64bbc96'),
  portrait('Harold Rogers', 1937, '00cdb3077ce8b6b0502c7d36023788cda70289e6'),
  portrait('Lauren Underwood', 1986, '183599aed652fd6d966da2759dbdf89f619fff70'),
  portrait('Emanuel Cleaver', 1944, 'ef819d9119f010d0bf4cdd9940e1957186bb5a51'),
  portrait('Haley M. Stevens', 1983, '61bdd26e8eb333afd5ca8d7af3547cda19baa0af'),
  portrait('Hakeem S. Jeffries', 1970, '12b7d46fc440db61aad10b4bf1983eea401503ed'),
  portrait('Virginia Foxx', 1943, '6b060db40e6a95c846236d22ac3fb2a36c9682f8'),
  portrait('Ritchie Torres', 1988, '2873f12b786f3048ed8e1e0f74ef394badadf30c'),
  portrait('Doris O. Matsui', 1944, '75ca3acb034445427bf2ec8f4f306549555299a5'),
  portrait('Tim Scott', 1965, 'c3ee09212dafd5c18f50f9075a372e29d6b8e666'),
  portrait('Bonnie Watson Coleman', 1945, 'a6bba675ba2bd3b947972a563c6c1b14b80ccfad'),
  portrait('Jared F. Golden', 1982, '36a6929be1171b8f18ac6965809ad3c3c30b0450'),
  portrait('Tammy Duckworth', 1968, 'a7190701efad68f5fc041f6d3caa40fe830e8c23'),
  portrait('Steny H. Hoyer', 1939, '86b012850b7a5b8b0e701df558350530a868af27'),
  portrait('Mark Takano', 1960, '8531823cd3e9cbbb60868a4b90fed488d7991926'),
  portrait('Ashley Hinson', 1983, 'bf15c42ac1c059e2c8299fdb52628becbd723604'),
  portrait('Joaquin Castro', 1974, '6471a46af6c775340a52e28fd0e559b975b2360c'),
  portrait('Sara Jacobs', 1989, 'c815596b754bcaa18245a76fcfab23abe7de4a9f'),
  portrait('James E. Risch', 1943, 'ed42f5332a553433caca6976c591a0c86c3a6c37'),
];

/** One person, in two portraits some years apart. */
export const THEN = portrait('Janice D. Schakowsky', 1944, 'ddd3dcea771b8c9bf0e5d029d0920c8573e7f596');
export const NOW = portrait('Janice D. Schakowsky', 1944, '7316b65648d042f969c850b1e515205f91972639');

/** Two people who look alike, and whom the service tells apart. */
export const LOOK_ALIKES = [
  portrait('Steny H. Hoyer', 1939, '86b012850b7a5b8b0e701df558350530a868af27'),
  portrait('Pete Sessions', 1955, 'e72f5ee5f33d72101d7a3cdb58e49917969551c9'),
] as const;
