import type { Command } from 'commander';
import { UsageError, type CommandEnd, type ExitCode, type Shell } from '../shell.js';
import * as shared from '../shared-options.js';
import type { FormatFlags } from '../output/printer.js';
import type * as onServer from './collection-people.js';
import type * as onFile from './gallery.js';

type OnFile = typeof onFile;
type OnServer = typeof onServer;
type CollectionFlags = onServer.CollectionFlags;
type RenameFlags = onFile.RenameFlags;

/** `facet gallery …`: who is in a gallery file or a collection, and how to change that. */
export function addGalleryCommands(gallery: Command, shell: Shell, onEnd: (end: CommandEnd) => void): void {
  interface Action<Flags> {
    readonly name: string;
    readonly description: string;
    /** What follows the gallery file, or stands alone with --collection. */
    readonly rest: string;
    readonly isRight: (rest: readonly string[]) => boolean;
    readonly onFile?: (
      commands: OnFile,
      file: string,
      rest: readonly string[],
      flags: Flags,
    ) => Promise<ExitCode>;
    readonly onServer: (
      commands: OnServer,
      rest: readonly string[],
      flags: Flags & CollectionFlags,
    ) => Promise<ExitCode>;
  }

  /** A command of both: with --collection, its arguments are without the gallery file. */
  const add = <Flags extends object>(action: Action<Flags>): Command => {
    const { name, description, rest, isRight, onFile, onServer } = action;
    const own = gallery.command(name).description(description);
    const places = rest === '' ? '' : ` ${rest}`;
    const usage =
      onFile === undefined ? `--collection NAME${places}` : `GALLERY${places} | --collection NAME${places}`;
    return shared
      .collectionOptions(own.usage(`${usage} [options]`))
      .argument('[arguments...]', usage)
      .action(async (args: string[], flags: Flags & Partial<CollectionFlags>) => {
        const wrong = (): UsageError => new UsageError(`Usage: facet gallery ${name} ${usage}`);
        if (flags.collection !== undefined) {
          if (!isRight(args)) throw wrong();
          const commands = await import('./collection-people.js');
          onEnd(await onServer(commands, args, { ...flags, collection: flags.collection }));
          return;
        }
        const [file, ...others] = args;
        if (file === undefined || onFile === undefined || !isRight(others)) throw wrong();
        onEnd(await onFile(await import('./gallery.js'), file, others, flags));
      });
  };

  shared.formatOptions(
    add<FormatFlags>({
      name: 'list',
      description: 'list the people',
      rest: '',
      isRight: (rest) => rest.length === 0,
      onFile: ({ listGallery }, file, _rest, flags) => listGallery(file, flags, shell),
      onServer: ({ listCollection }, _rest, flags) => listCollection(flags, shell),
    }),
  );

  add({
    name: 'remove',
    description: 'remove people with all their vectors',
    rest: 'ID...',
    isRight: (ids) => ids.length > 0,
    onFile: ({ removeFromGallery }, file, ids) => removeFromGallery(file, ids, shell),
    onServer: ({ removeFromCollection }, ids, flags) => removeFromCollection(ids, flags, shell),
  });

  add<RenameFlags>({
    name: 'rename',
    description:
      'give a person another id; in a collection, there must be room for one more person meanwhile',
    rest: 'FROM TO',
    isRight: (ids) => ids.length === 2,
    onFile: ({ renameInGallery }, file, [from = '', to = ''], flags) =>
      renameInGallery(file, [from, to], flags, shell),
    onServer: ({ renameInCollection }, [from = '', to = ''], flags) =>
      renameInCollection([from, to], flags, shell),
  }).option('--merge', 'merge with the person who already has that id');

  add({
    name: 'merge',
    description: 'add the people of other galleries to the first, or to the collection',
    rest: 'FILE...',
    isRight: (files) => files.length > 0,
    onFile: ({ mergeGalleries }, file, others) => mergeGalleries(file, others, shell),
    onServer: ({ mergeIntoCollection }, files, flags) => mergeIntoCollection(files, flags, shell),
  });

  add({
    name: 'export',
    description: 'write a collection to a gallery file',
    rest: 'FILE',
    isRight: (files) => files.length === 1,
    onServer: ({ exportCollection }, [file = ''], flags) => exportCollection(file, flags, shell),
  });
}
