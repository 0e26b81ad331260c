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

This page lists the error codes of [the API](api.md). Every error has the same shape:

\`\`\`json
{
  "error": "\\"limit\\" in the query is not valid: Invalid input: expected number, received string.",
  "code": "invalid_input",
  "request_id": "5f0c1d7e-3c1b-4f0e-9a53-8a3d2f6b1c9e",
  "details": [{ "path": "limit", "message": "Invalid input: expected number, received string" }]
}
\`\`\`

| Field | Content |
|---|---|
| \`error\` | a sentence for people, which can change |
| \`code\` | the code for programs, which never changes |
| \`request_id\` | the id of the request, also in the header \`X-Request-Id\` and in the collector's log; a request can bring its own |
| \`details\` | the invalid parts of the input, if there are any |

\`npm run format\` generates this page.

${markdownTable(['Status', 'Code', 'Meaning'], rows)}
`;
}
