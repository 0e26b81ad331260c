import { renderHtml } from '@sonde/shared/report/render-html.ts';
import { renderText } from '@sonde/shared/report/render-text.ts';
import { reportOf } from '@sonde/shared/report/report-model.ts';
import { Command } from 'commander';
import { type ApiOptions, addApiOptions, connect } from '../api/connect.ts';
import { wholeNumber } from '../numbers.ts';
import { print, printJson } from '../print.ts';
import { readReport } from './read-report.ts';

interface ReportOptions extends ApiOptions {
  readonly period: string;
  readonly location?: string;
  readonly html?: true;
}

/** Creates the command `sonde report`: it reports the changes since the period before, to be read in the morning. */
export function reportCommand(): Command {
  return addApiOptions(new Command('report'))
    .description(
      'Show the changes since the previous period: threats, sensors, domains, clients and failures.',
    )
    .option('--period <LENGTH>', 'length of the period, such as 12h, 24h or 7d', '24h')
    .option('--location <ID>', 'id of a location (default: all locations)')
    .option('--html', 'print an HTML page for a browser or an e-mail')
    .action(async (options: ReportOptions) => {
      const location =
        options.location === undefined ? undefined : wholeNumber(options.location, '--location');
      const data = await readReport(connect(options), { period: options.period, location });
      if (options.json) return printJson(data);
      const report = reportOf(data);
      print(options.html ? renderHtml(report) : renderText(report));
    });
}
