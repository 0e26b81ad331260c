import { Command } from 'commander';
import { errorCatalogue } from '../http/error-catalogue.ts';
import { renderErrorsPage } from '../http/render-errors-page.ts';

/** The command `sonde collector errors` lists every error code of the API. */
export function errorsCommand(): Command {
  return new Command('errors')
    .description('List the error codes of the API.')
    .option('--json', 'print JSON instead of text')
    .option('--markdown', 'print the page docs/errors.md')
    .action((options: { json?: true; markdown?: true }) => {
      if (options.markdown) process.stdout.write(renderErrorsPage());
      else if (options.json) process.stdout.write(`${JSON.stringify(errorCatalogue, null, 2)}\n`);
      else {
        for (const [code, { status, meaning }] of Object.entries(errorCatalogue)) {
          process.stdout.write(`${status} ${code.padEnd(28)} ${meaning}\n`);
        }
      }
    });
}
