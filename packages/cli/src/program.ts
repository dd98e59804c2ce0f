import { Argument, Command } from 'commander';
import { completionScript, SHELLS, type ShellName } from './completion.js';
import { addGalleryCommands } from './commands/gallery-program.js';
import type { ClusterFlags } from './commands/cluster.js';
import type { DetectFlags } from './commands/detect.js';
import type { EnrolFlags } from './commands/enrol.js';
import type { MatchFlags } from './commands/match.js';
import type { SearchFlags } from './commands/search.js';
import type { ServeFlags } from './commands/serve.js';
import type { VectorFlags } from './commands/vector.js';
import type { DoctorFlags } from './doctor/doctor.js';
import { EXAMPLES } from './examples.js';
import { EXIT, type CommandEnd, type Shell } from './shell.js';
import * as shared from './shared-options.js';

/** The commands and their options. What a command does is loaded when it is called, so that help is quick. */
export function buildProgram(shell: Shell, onEnd: (end: CommandEnd) => void): Command {
  const program = new Command('facet')
    .description(
      'Faces in photos: find them, compare them, name them. On this machine, or on a server with --url.',
    )
    .version(shell.version, '-V, --version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => shell.stdout.write(text),
      writeErr: (text) => shell.stderr.write(text),
    })
    .showHelpAfterError('("facet help COMMAND" shows options and examples)')
    .addHelpText('after', EXAMPLES.facet);

  const command = (name: Exclude<keyof typeof EXAMPLES, 'facet'>, description: string): Command =>
    program.command(name).description(description).addHelpText('after', EXAMPLES[name]);

  shared
    .runOptions(
      shared.formatOptions(
        shared.sourceOptions(
          command('detect', 'every face: rectangle, age range, gender, 68 points (--json)'),
        ),
      ),
      shared.RESUME,
    )
    .argument('<photos...>', 'files, folders, patterns in quotes; - is standard input')
    .option(
      '--attributes <names>',
      'more of each face: confidence, age_years, pose, quality, expression, vector; joined by commas',
    )
    .option('--draw <out>', 'draw the faces into this file, or into this folder for several photos')
    .option('--max-faces <n>', 'the most prominent faces only; 1 is faster', shared.faceCountNumber)
    .option('--min-face-size <pixels>', 'faces at least so wide and high only', shared.pixelsNumber)
    .action(async (photos: string[], flags: DetectFlags) => {
      const { detect } = await import('./commands/detect.js');
      onEnd(await detect(photos, flags, shell));
    });

  shared
    .formatOptions(shared.sourceOptions(command('match', 'whether two photos show the same person')))
    .argument('<first>')
    .argument('<second>')
    .option('--details', 'also how similar they are, and how often different people are as near')
    .option('--all', 'compare with every face of the second photo (12 at most), the nearest first')
    .action(async (first: string, second: string, flags: MatchFlags) => {
      const { match } = await import('./commands/match.js');
      onEnd(await match(first, second, flags, shell));
    });

  shared
    .runOptions(
      shared.formatOptions(
        shared.sourceOptions(command('vector', 'the 128 numbers of the most prominent face')),
      ),
      shared.RESUME,
    )
    .argument('<photos...>', 'files, folders, patterns in quotes; - is standard input')
    .option('--quality', 'refuse faces that are too small, too dark or turned away')
    .option('--enrolment', 'refuse photos that are not fit for enrolment: a strict check, see docs/api.md')
    .option('--all', 'of every face')
    .action(async (photos: string[], flags: VectorFlags) => {
      const { vector } = await import('./commands/vector.js');
      onEnd(await vector(photos, flags, shell));
    });

  shared
    .runOptions(
      shared.formatOptions(
        shared.sourceOptions(command('enrol', 'a folder of photos for each person into a gallery')),
      ),
      'journal of the run; GALLERY.journal unless told, removed when all is done',
    )
    .argument('<folder>', 'FOLDER/name/photo.jpg: the name of the folder names the person')
    .requiredOption('--gallery <file>', 'the gallery to make or to add to')
    .option('--quality', 'refuse faces that are too small, too dark or turned away')
    .option('--enrolment', 'refuse photos that are not fit for enrolment: a strict check, see docs/api.md')
    .action(async (folder: string, flags: EnrolFlags) => {
      const { enrol } = await import('./commands/enrol.js');
      onEnd(await enrol(folder, flags, shell));
    });

  shared
    .runOptions(
      shared.formatOptions(shared.sourceOptions(command('search', 'who of a gallery is in the photos'))),
      shared.RESUME,
    )
    .argument('<photos...>', 'files, folders, patterns in quotes; - is standard input')
    .requiredOption('--gallery <file>', 'a gallery made by "facet enrol"')
    .option('--top <n>', 'so many people for each face; 1 unless told', shared.placesNumber)
    .option(
      '--strangers <rate>',
      'the share of strangers that may be taken for somebody; 0.01 unless told',
      shared.shareNumber,
    )
    .option(
      '--threshold <distance>',
      'only people nearer than this, instead of a rate',
      shared.distanceNumber,
    )
    .action(async (photos: string[], flags: SearchFlags) => {
      const { search } = await import('./commands/search.js');
      onEnd(await search(photos, flags, shell));
    });

  shared
    .runOptions(
      shared.formatOptions(shared.sourceOptions(command('cluster', 'sort the faces of photos into people'))),
      shared.RESUME,
    )
    .argument('<photos...>', 'files, folders, patterns in quotes')
    .option('--out <folder>', 'cut the faces out, into a folder for each person')
    .option('--min <n>', 'only people with so many faces; 1 unless told', shared.facesNumber)
    .option(
      '--threshold <distance>',
      'how near faces of one person are; 0.47 unless told',
      shared.distanceNumber,
    )
    .action(async (photos: string[], flags: ClusterFlags) => {
      const { cluster } = await import('./commands/cluster.js');
      onEnd(await cluster(photos, flags, shell));
    });

  addGalleryCommands(
    command('gallery', 'list, remove, rename and merge the people of a gallery'),
    shell,
    onEnd,
  );

  command('serve', 'the HTTP service with its portal, until Ctrl-C')
    .option('--port <port>', 'port to listen on; 8080 unless told (PORT)')
    .option('--host <address>', 'address to listen on; 127.0.0.1 unless told (HOST)')
    .option('--workers <n>', 'images at the same time (FACET_WORKERS)', shared.workersNumber)
    .option('--data-dir <folder>', 'where accounts and usage are kept (FACET_DATA_DIR)')
    .action(async (flags: ServeFlags) => {
      const { serveHere } = await import('./commands/serve.js');
      await serveHere(flags, shell);
      onEnd('stays');
    });

  command('doctor', 'check this machine, and say how to fix what is wrong')
    .option('--url <address>', 'check a server as well (FACET_URL)')
    .option('--port <port>', 'the port that "facet serve" is to use; 8080 unless told (PORT)')
    .option('--json', 'one JSON value a line')
    .action(async (flags: DoctorFlags) => {
      const { doctor } = await import('./doctor/doctor.js');
      onEnd(await doctor(flags, shell));
    });

  command('completion', 'the script with which a shell completes this command')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action((name: ShellName) => {
      shell.stdout.write(completionScript(name, program));
      onEnd(EXIT.done);
    });

  return program;
}
