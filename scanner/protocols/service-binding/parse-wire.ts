import { storedOctet } from '@sonde/shared/dns/names.ts';
import { checkParameters } from '@sonde/shared/service-binding/check-parameters.ts';
import type { ServiceBinding, ServiceParameter } from '@sonde/shared/service-binding/service-binding.ts';
import { ServiceBindingError } from '@sonde/shared/service-binding/service-binding-error.ts';
import { serviceKeyName } from '@sonde/shared/service-binding/service-keys.ts';

const layout = 'RFC 9460 section 2.2';

/**
 * Reads RDATA of SVCB or HTTPS. Throws a ServiceBindingError for what a client must reject: a broken layout, keys that are
 * not in strictly increasing order, values that are not of their key's form.
 */
export function parseServiceBinding(data: Uint8Array): ServiceBinding {
  const binding = parseLayout(data);
  // Parameters of aliases are ignored, whatever they are (section 2.4.2).
  if (binding.priority > 0) checkParameters(binding.parameters);
  return binding;
}

function parseLayout(data: Uint8Array): ServiceBinding {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  if (data.length < 3) throw new ServiceBindingError('truncated', 'The record is cut short.', layout);
  const { name, behind } = readName(data, 2);
  const parameters: ServiceParameter[] = [];
  let previous = -1;
  for (let at = behind; at < data.length; ) {
    if (at + 4 > data.length) throw new ServiceBindingError('truncated', 'A parameter is cut short.', layout);
    const key = view.getUint16(at);
    const end = at + 4 + view.getUint16(at + 2);
    if (end > data.length) {
      const message = `The value of ${serviceKeyName(key)} is cut short.`;
      throw new ServiceBindingError('truncated', message, layout);
    }
    if (key === previous) {
      throw new ServiceBindingError(
        'duplicate_key',
        `The key ${serviceKeyName(key)} is there twice.`,
        layout,
      );
    }
    if (key < previous) {
      const message = `The key ${serviceKeyName(key)} stands behind ${serviceKeyName(previous)}.`;
      throw new ServiceBindingError('keys_out_of_order', message, layout);
    }
    previous = key;
    parameters.push({ key, value: data.subarray(at + 4, end) });
    at = end;
  }
  return { priority: view.getUint16(0), target: name, parameters };
}

/** A name without compression, which SVCB does not allow. */
function readName(data: Uint8Array, start: number): { name: string; behind: number } {
  const labels: string[] = [];
  let at = start;
  for (;;) {
    const length = data[at];
    if (length === undefined || length > 63 || at + 1 + length > data.length || at - start > 254) {
      throw new ServiceBindingError('bad_name', 'The target is no uncompressed name.', layout);
    }
    if (length === 0) break;
    labels.push([...data.subarray(at + 1, at + 1 + length)].map(storedOctet).join(''));
    at += 1 + length;
  }
  return { name: labels.length === 0 ? '.' : labels.join('.'), behind: at + 1 };
}
