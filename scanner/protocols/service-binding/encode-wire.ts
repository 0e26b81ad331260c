import type { ServiceBinding } from '@sonde/shared/service-binding/service-binding.ts';

/** Encodes the RDATA of a record, its parameters in the order of their keys (RFC 9460 section 2.2). */
export function encodeServiceBinding({ priority, target, parameters }: ServiceBinding): Buffer {
  const sorted = parameters.toSorted((one, other) => one.key - other.key);
  return Buffer.concat([
    uint16(priority),
    encodeName(target),
    ...sorted.flatMap(({ key, value }) => [uint16(key), uint16(value.length), value]),
  ]);
}

function uint16(value: number): Buffer {
  return Buffer.of(value >> 8, value & 0xff);
}

/** A name in stored form, without compression. */
function encodeName(name: string): Buffer {
  if (name === '.') return Buffer.of(0);
  const labels = name.match(/(?:[^.\\]|\\[0-9]{3}|\\.)+/g) ?? [];
  const parts = labels.map((label) => {
    const octets = label.replace(/\\([0-9]{3})|\\(.)/g, (_, code?: string, plain?: string) =>
      code === undefined ? (plain ?? '') : String.fromCharCode(Number(code)),
    );
    return Buffer.concat([Buffer.of(octets.length), Buffer.from(octets, 'latin1')]);
  });
  return Buffer.concat([...parts, Buffer.of(0)]);
}
