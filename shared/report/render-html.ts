import type { Report, ReportTable } from './report-model.ts';

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.05rem; margin: 1.6rem 0 .3rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid light-dark(#ddd, #444); overflow-wrap: anywhere; }
@media print { body { margin: 0; max-width: none; } h2, table { break-inside: avoid; } }
`;

/** Renders a report as one page that needs nothing else: no script, no address outside. */
export function renderHtml({ title, sentences, tables, foot }: Report): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
${sentences.map((sentence) => `<p>${escaped(sentence)}</p>`).join('\n')}
${tables.map(renderTable).join('\n')}${foot === undefined ? '' : `\n<p>${escaped(foot.text)} <a href="${escaped(foot.url)}">${escaped(foot.url)}</a></p>`}
</body>
</html>
`;
}

function renderTable({ title, head, rows, nothing }: ReportTable): string {
  const heading = `<h2>${escaped(title)}</h2>`;
  if (rows.length === 0) return `${heading}\n<p>${escaped(nothing)}</p>`;
  const titles = head.map((text) => `<th scope="col">${escaped(text)}</th>`).join('');
  const lines = rows.map((row) => `<tr>${row.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`);
  return `${heading}\n<table>\n<thead><tr>${titles}</tr></thead>\n<tbody>\n${lines.join('\n')}\n</tbody>\n</table>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!);
}
