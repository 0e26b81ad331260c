import type { HttpContext } from './request-state.ts';

/**
 * Sends an answer that is ready whole, head and body in one write, past what Koa would do for it once more. For others it
 * hands the gathered headers to Koa, which sends them.
 */
export function deliverAnswer(context: HttpContext): void {
  const { res, state } = context;
  const { answer, headers } = state;
  if (answer === undefined) {
    handOver(context, headers);
    return;
  }
  context.respond = false;
  headers['Content-Type'] = 'application/json; charset=utf-8';
  headers['Content-Length'] = String(Buffer.byteLength(answer.body));
  res.writeHead(answer.status, headers);
  res.end(answer.body);
}

function handOver(context: HttpContext, headers: Readonly<Record<string, string>>): void {
  for (const name in headers) {
    if (name === 'Vary') context.vary(headers[name]!);
    else if (!context.res.hasHeader(name)) context.res.setHeader(name, headers[name]!);
  }
}
