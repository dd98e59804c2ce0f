import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { allowFolders } from '../mcp/allowed-files.js';
import { TOOLS, type Tool, type ToolContext } from '../mcp/tools.js';
import { EXIT, type ExitCode, type Shell } from '../shell.js';
import { openSource } from '../source/open-source.js';
import type { SourceFlags } from '../source/server-of.js';
import { failureOf } from '../source/photo-error.js';

export interface McpFlags extends SourceFlags {
  readonly folder: readonly string[];
}

const INSTRUCTIONS =
  'Face analysis of photos on this machine. Only files in the folders that the user named can be read, and only new ones written there. Faces are personal data: do what the user asks, and store nothing else.';

/** Requests of the assistant that are worked on at the same time; each may hold two photos in memory. */
const MAX_AT_ONCE = 8;

/** Serves an AI assistant over standard input and output (Model Context Protocol) until the input ends. */
export async function mcp(flags: McpFlags, shell: Shell): Promise<ExitCode> {
  const files = await allowFolders(flags.folder, shell.cwd);
  const source = await openSource(flags, shell.env, shell.stderr);
  try {
    const server = new McpServer({ name: 'facet', version: shell.version }, { instructions: INSTRUCTIONS });
    const running = { count: 0 };
    for (const tool of TOOLS) addTool(server, tool, { source, files, stdin: shell.stdin }, running);
    const ended = new Promise<void>((resolve) => {
      server.server.onclose = resolve;
      // The SDK does not notice that its input has ended.
      shell.stdin.once('end', resolve);
    });
    await server.connect(new StdioServerTransport(shell.stdin, shell.stdout));
    await ended;
    await server.close();
    return EXIT.done;
  } finally {
    await source.close();
  }
}

function addTool(
  server: McpServer,
  tool: Tool,
  context: Omit<ToolContext, 'signal'>,
  running: { count: number },
): void {
  const { name, title, description, input, onlyReads } = tool;
  const annotations = { title, readOnlyHint: onlyReads, destructiveHint: false, openWorldHint: false };
  server.registerTool(
    name,
    { title, description, inputSchema: input, annotations },
    async (given, { signal }) => {
      if (running.count >= MAX_AT_ONCE)
        return said(
          `At most ${MAX_AT_ONCE} requests are worked on at the same time; wait for one of them.`,
          true,
        );
      running.count += 1;
      try {
        return said(JSON.stringify(await tool.run(given, { ...context, signal })));
      } catch (error) {
        return said(failureOf(error).message, true);
      } finally {
        running.count -= 1;
      }
    },
  );
}

const said = (text: string, isError = false): CallToolResult => ({
  content: [{ type: 'text', text }],
  isError,
});
