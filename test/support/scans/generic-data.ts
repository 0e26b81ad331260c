import { encodeServiceBinding } from '../../../scanner/protocols/service-binding/encode-wire.ts';
import { parseServiceBindingText } from '../../../scanner/protocols/service-binding/parse-text.ts';

/** RDATA in the generic form, for recordedDns (RFC 3597 section 5). */
export function genericData(data: Uint8Array): string {
  return `\\# ${data.length} ${Buffer.from(data).toString('hex')}`;
}

/** A service binding of presentation form. */
export function bindingData(text: string): string {
  return genericData(encodeServiceBinding(parseServiceBindingText(text)));
}

/** A CAA record of its parts (RFC 8659 section 4.1). */
export function caaData(flags: number, tag: string, value: string): string {
  return genericData(Buffer.concat([Buffer.of(flags, tag.length), Buffer.from(tag), Buffer.from(value)]));
}
