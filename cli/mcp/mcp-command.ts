import { Command } from 'commander';
import { type ApiOptions, connectWithoutKey } from '../api/connect.ts';
import packageFile from '../package.json' with { type: 'json' };
import type { ApiDocument } from './read-operation.ts';

interface McpOptions extends ApiOptions {
  readonly live?: true;
}

const help = `
An assistant that supports the Model Context Protocol starts this command, and sends questions to its standard input. Name
the command in the settings of the assistant, and set the key of a viewer in the environment:

  {"mcpServers": {"sonde": {"command": "sonde", "args": ["mcp"], "env": {"SONDE_URL": "https://...", "SONDE_KEY": "..."}}}}

The tools only read. No tool changes anything.`;

/**
 * Creates the command `sonde mcp`: it lets assistants ask a collector, with the rights of the key and without changing
 * anything.
 */
export function mcpCommand(): Command {
  return new Command('mcp')
    .description(
      'Answer the questions of an AI assistant over the Model Context Protocol (standard input and output).',
    )
    .option('--url <URL>', 'address of the collector (env SONDE_URL, default http://127.0.0.1:8080)')
    .option('--key-file <FILE>', 'file with an API key (env SONDE_KEY holds the key itself)')
    .option(
      '--live',
      'also offer scans of domains and addresses, for which the collector queries the internet',
    )
    .addHelpText('after', help)
    .action(serve);
}

async function serve(options: McpOptions): Promise<void> {
  const client = connectWithoutKey(options);
  const document = (await client.document()) as unknown as ApiDocument;
  // Loaded when it is needed: the package has the whole protocol.
  const [{ serveStdio }, { createMcpServer }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('./create-server.ts'),
  ]);
  const parts = { client, document, version: packageFile.version, asksOutside: options.live === true };
  serveStdio(() => createMcpServer(parts));
}
