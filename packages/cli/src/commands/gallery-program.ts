import type { Command } from 'commander';
import type { CommandEnd, Shell } from '../shell.js';
import * as shared from '../shared-options.js';
import type { FormatFlags } from '../output/printer.js';
import type { RenameFlags } from './gallery.js';

/** `facet gallery …`: who is in a gallery file, and how to change that. */
export function addGalleryCommands(gallery: Command, shell: Shell, onEnd: (end: CommandEnd) => void): void {
  const load = () => import('./gallery.js');

  shared
    .formatOptions(gallery.command('list').description('list the people in a gallery'))
    .argument('<gallery>')
    .action(async (file: string, flags: FormatFlags) => {
      onEnd(await (await load()).listGallery(file, flags, shell));
    });

  gallery
    .command('remove')
    .description('remove people with all their vectors')
    .argument('<gallery>')
    .argument('<ids...>')
    .action(async (file: string, ids: string[]) => {
      onEnd(await (await load()).removeFromGallery(file, ids, shell));
    });

  gallery
    .command('rename')
    .description('give a person another id')
    .argument('<gallery>')
    .argument('<from>')
    .argument('<to>')
    .option('--merge', 'merge with the person who already has that id')
    .action(async (file: string, from: string, to: string, flags: RenameFlags) => {
      onEnd(await (await load()).renameInGallery(file, [from, to], flags, shell));
    });

  gallery
    .command('merge')
    .description('add the people of other galleries to the first')
    .argument('<gallery>')
    .argument('<others...>')
    .action(async (file: string, others: string[]) => {
      onEnd(await (await load()).mergeGalleries(file, others, shell));
    });
}
