import { measureFields } from './measure-fields.ts';

// `scripts/run test/scanner/protocols/registration/whois/print-fields.ts`: the table of docs/measurements/registrations.md.
console.log('| Field | told | read | wrong |\n|---|---:|---:|---:|');
for (const { field, told, read, wrong } of measureFields())
  console.log(`| ${field} | ${told} | ${read} (${Math.round((100 * read) / told)} %) | ${wrong.length} |`);
if (process.argv.includes('--each')) {
  for (const { field, wrong, missed } of measureFields()) console.log({ field, wrong, missed });
}
