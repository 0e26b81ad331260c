import { markdownTable } from '@sonde/shared/text/markdown-table.ts';
import { errorCatalogue } from './error-catalogue.ts';

/** Writes the page docs/errors.md. */
export function renderErrorsPage(): string {
  const rows = Object.entries(errorCatalogue).map(([code, { status, meaning }]) => [
    String(status),
    `\`${code}\``,
    meaning,
  ]);
  return `# Errors of the API

Every failure has one shape, whatever failed:

\`\`\`json
{
  "error": "\\"limit\\" in the query is not valid: Invalid input: expected number, received string.",
  "code": "invalid_input",
  "request_id": "5f0c1d7e-3c1b-4f0e-9a53-8a3d2f6b1c9e",
  "details": [{ "path": "limit", "message": "Invalid input: expected number, received string" }]
}
\`\`\`

\`error\` is a sentence for a person and may change. \`code\` is for programs and does not. \`request_id\` is also in the header
\`X-Request-Id\` and in the collector's log; a request may bring its own. \`details\` names the parts of the input that are at
fault, where there are any.

\`npm run format\` generates this page.

${markdownTable(['Status', 'Code', 'Meaning'], rows)}
`;
}
