const wanted = process.argv.slice(2);

/** Whether the command line chooses some of the parts. */
export const isChosen = wanted.length > 0;

/** The parts that the command line names; all if it names none. */
export function chosenParts<Part>(parts: Readonly<Record<string, Part>>): (readonly [string, Part])[] {
  const unknown = wanted.filter((name) => !(name in parts));
  if (unknown.length > 0)
    throw new Error(`No part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`);
  return Object.entries(parts).filter(([name]) => !isChosen || wanted.includes(name));
}
