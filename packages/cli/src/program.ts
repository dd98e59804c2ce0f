import { IMAGE_ATTRIBUTES } from '@facet/client';
import { Argument, Command, Option } from 'commander';
import { completionScript, SHELLS, type ShellName } from './completion.js';
import { addGalleryCommands } from './commands/gallery-program.js';
import type { EnrolInCollectionFlags, SearchCollectionFlags } from './commands/collection-photos.js';
import type { BlurFlags } from './commands/blur.js';
import type { ClusterFlags } from './commands/cluster.js';
import type { CropFlags } from './commands/crop.js';
import type { DetectFlags } from './commands/detect.js';
import type { EnrolFlags } from './commands/enrol.js';
import type { MatchFlags } from './commands/match.js';
import type { McpFlags } from './commands/mcp.js';
import type { SearchFlags } from './commands/search.js';
import type { ServeFlags } from './commands/serve.js';
import type { VectorFlags } from './commands/vector.js';
import type { DoctorFlags } from './doctor/doctor.js';
import { EXAMPLES } from './examples.js';
import { EXIT, UsageError, type CommandEnd, type Shell } from './shell.js';
import { printableLines } from './output/terminal.js';
import * as shared from './shared-options.js';

const NO_PEOPLE = 'Give --gallery FILE, or --collection NAME for a collection of a server.';

/** Commander does not tell that an option may be missing. */
const isIn = (name: 'collection' | 'gallery', flags: object): boolean => name in flags;

/** The commands and their options. What a command does is loaded when it is called, so that help is quick. */
export function buildProgram(shell: Shell, onEnd: (end: CommandEnd) => void): Command {
  const program = new Command('facet')
    .description('Find, compare and recognise faces in photos, on this machine or on a server (--url).')
    .version(shell.version, '-V, --version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => shell.stdout.write(text),
      // With the arguments that it rejects.
      writeErr: (text) => shell.stderr.write(printableLines(text)),
    })
    .showHelpAfterError('("facet help COMMAND" shows options and examples)')
    .addHelpText('after', EXAMPLES.facet);

  type CommandName = Exclude<keyof typeof EXAMPLES, 'facet'>;
  const command = (name: CommandName, description: string): Command =>
    program.command(name).description(description).addHelpText('after', EXAMPLES[name]);
  /** A command that may run over many photos. */
  const photoCommand = (name: CommandName, description: string, resume?: string): Command =>
    shared.runOptions(shared.formatOptions(shared.sourceOptions(command(name, description))), resume);

  photoCommand('detect', 'find every face: rectangle, age range, gender, 68 landmarks (--json)')
    .argument('<photos...>', 'files, folders or quoted patterns; - reads standard input')
    .option('--attributes <names>', `more about each face: ${IMAGE_ATTRIBUTES.join(', ')} (comma-separated)`)
    .option('--draw <out>', 'draw the faces into this file, or into this folder for several photos')
    .option('--max-faces <n>', 'only the most prominent faces; 1 is faster', shared.faceCountNumber)
    .option('--min-face-size <pixels>', 'only faces at least this wide and high', shared.pixelsNumber)
    .action(async (photos: string[], flags: DetectFlags) => {
      const { detect } = await import('./commands/detect.js');
      onEnd(await detect(photos, flags, shell));
    });

  shared
    .formatOptions(shared.sourceOptions(command('match', 'tell whether two photos show the same person')))
    .argument('<first>')
    .argument('<second>')
    .option('--details', 'also show how similar they are, and how often different people are this close')
    .option('--all', 'compare with every face of the second photo (at most 12), nearest first')
    .action(async (first: string, second: string, flags: MatchFlags) => {
      const { match } = await import('./commands/match.js');
      onEnd(await match(first, second, flags, shell));
    });

  photoCommand('vector', 'compute the 128 numbers of the most prominent face')
    .argument('<photos...>', 'files, folders or quoted patterns; - reads standard input')
    .option('--quality', 'reject faces that are too small, too dark or turned away')
    .option('--enrolment', 'reject photos that fail the strict enrolment check (docs/api.md)')
    .option('--all', 'every face, not only the most prominent one')
    .action(async (photos: string[], flags: VectorFlags) => {
      const { vector } = await import('./commands/vector.js');
      onEnd(await vector(photos, flags, shell));
    });

  const enrolCommand = photoCommand(
    'enrol',
    'add people to a gallery or a collection, one folder of photos each',
    'journal of the run (default: GALLERY.journal, deleted at the end; COLLECTION.journal, kept)',
  ).argument('<folder>', 'FOLDER/name/photo.jpg: the folder name is the id of the person');
  shared
    .peopleOptions(enrolCommand, 'the gallery to create or extend')
    .option('--quality', 'reject faces that are too small, too dark or turned away')
    .option(
      '--enrolment',
      'reject photos that fail the strict enrolment check; the default with --collection',
    )
    .option('--any-quality', 'with --collection: reject no face')
    .action(async (folder: string, flags: EnrolFlags & EnrolInCollectionFlags) => {
      if (isIn('collection', flags)) {
        const { enrolInCollection } = await import('./commands/collection-photos.js');
        onEnd(await enrolInCollection(folder, flags, shell));
      } else if (isIn('gallery', flags)) {
        const { enrol } = await import('./commands/enrol.js');
        onEnd(await enrol(folder, flags, shell));
      } else throw new UsageError(NO_PEOPLE);
    });

  const searchCommand = photoCommand(
    'search',
    'find the people of a gallery or a collection in photos',
  ).argument('<photos...>', 'files, folders or quoted patterns; - reads standard input');
  shared
    .peopleOptions(searchCommand, 'a gallery made by "facet enrol"')
    .option('--top <n>', 'number of people to list for each face (default: 1)', shared.topNumber)
    .option(
      '--false-positive-rate <rate>',
      'accepted share of people outside the gallery that are taken for somebody in it (default: 0.01)',
      shared.shareNumber,
    )
    .option(
      '--threshold <distance>',
      'only people nearer than this distance, instead of --false-positive-rate',
      shared.distanceNumber,
    )
    .action(async (photos: string[], flags: SearchFlags & SearchCollectionFlags) => {
      if (isIn('collection', flags)) {
        const { searchCollection } = await import('./commands/collection-photos.js');
        onEnd(await searchCollection(photos, flags, shell));
      } else if (isIn('gallery', flags)) {
        const { search } = await import('./commands/search.js');
        onEnd(await search(photos, flags, shell));
      } else throw new UsageError(NO_PEOPLE);
    });

  photoCommand('blur', 'make the faces in photos unrecognisable')
    .argument('<photos...>', 'files, folders or quoted patterns; - reads standard input')
    .requiredOption('--out <out>', 'the file to write, or a folder for several photos')
    .addOption(
      new Option('--style <style>', 'large squares, a strong blur, or black (default: pixelate)').choices([
        'pixelate',
        'blur',
        'box',
      ]),
    )
    .addOption(
      new Option('--shape <shape>', 'the outline of the face, or its rectangle (default: rectangle)').choices(
        ['outline', 'rectangle'],
      ),
    )
    .option('--gallery <file>', 'who is enrolled, for one of the next two options')
    .option('--keep-enrolled', 'all faces but those of enrolled people')
    .option('--only-enrolled', 'the faces of enrolled people only')
    .action(async (photos: string[], flags: BlurFlags) => {
      const { blur } = await import('./commands/blur.js');
      onEnd(await blur(photos, flags, shell));
    });

  photoCommand('crop', 'write each face upright into a file of its own')
    .argument('<photos...>', 'files, folders or quoted patterns; - reads standard input')
    .requiredOption('--out <folder>', 'the folder for the pictures of 112×112 pixels')
    .option('--alone', 'nobody else in the picture: black outside the outline of the face')
    .option('--max-faces <n>', 'only the most prominent faces', shared.faceCountNumber)
    .option('--min-face-size <pixels>', 'only faces at least this wide and high', shared.pixelsNumber)
    .action(async (photos: string[], flags: CropFlags) => {
      const { crop } = await import('./commands/crop.js');
      onEnd(await crop(photos, flags, shell));
    });

  photoCommand('cluster', 'group the faces in photos by person')
    .argument('<photos...>', 'files, folders or quoted patterns')
    .option('--out <folder>', 'write the cropped faces to one folder per person')
    .option('--min <n>', 'only people with at least this many faces (default: 1)', shared.facesNumber)
    .option(
      '--threshold <distance>',
      'distance below which faces belong together (default: 0.47)',
      shared.distanceNumber,
    )
    .action(async (photos: string[], flags: ClusterFlags) => {
      const { cluster } = await import('./commands/cluster.js');
      onEnd(await cluster(photos, flags, shell));
    });

  addGalleryCommands(
    command('gallery', 'list, remove, rename and merge the people of a gallery or a collection'),
    shell,
    onEnd,
  );

  command('serve', 'run the HTTP service with its portal until Ctrl-C')
    .option('--port <port>', 'port to listen on (PORT; default: 8080)')
    .option('--host <address>', 'address to listen on (HOST; default: 127.0.0.1)')
    .option('--workers <n>', 'images analysed at the same time (FACET_WORKERS)', shared.workersNumber)
    .option('--data-dir <folder>', 'folder for accounts and usage (FACET_DATA_DIR)')
    .action(async (flags: ServeFlags) => {
      const { serveHere } = await import('./commands/serve.js');
      await serveHere(flags, shell);
      onEnd('stays');
    });

  shared
    .sourceOptions(
      command('mcp', 'serve AI assistants over standard input and output (Model Context Protocol)'),
    )
    .requiredOption('--folder <folders...>', 'the folders whose photos and galleries the assistant may read')
    .action(async (flags: McpFlags) => {
      const { mcp } = await import('./commands/mcp.js');
      onEnd(await mcp(flags, shell));
    });

  command('doctor', 'check this machine, and say how to fix what is wrong')
    .option('--url <address>', 'check a server as well (FACET_URL)')
    .option('--port <port>', 'port that "facet serve" will use (PORT; default: 8080)')
    .option('--json', 'one JSON value per line')
    .action(async (flags: DoctorFlags) => {
      const { doctor } = await import('./doctor/doctor.js');
      onEnd(await doctor(flags, shell));
    });

  command('completion', 'print a completion script for a shell')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action((name: ShellName) => {
      shell.stdout.write(completionScript(name, program));
      onEnd(EXIT.done);
    });

  return program;
}
