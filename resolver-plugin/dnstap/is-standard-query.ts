import type { MessageView } from './message-view.ts';

/** The offset of the byte that holds the opcode (RFC 1035 section 4.1.1), and its bits. */
const opcodeByte = 2;
const opcodeMask = 0x78;

/**
 * Tells whether the message is a query or the response to one: resolvers tell of the NOTIFY that we send them as well.
 */
export function isStandardQuery(view: MessageView): boolean {
  const isResponse = view.responseEnd > view.responseStart;
  const start = isResponse ? view.responseStart : view.queryStart;
  const end = isResponse ? view.responseEnd : view.queryEnd;
  return end - start > opcodeByte && (view.buffer[start + opcodeByte]! & opcodeMask) === 0;
}
