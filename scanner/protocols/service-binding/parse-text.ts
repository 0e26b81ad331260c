import { storedName } from '@sonde/shared/dns/names.ts';
import { readParameters } from '@sonde/shared/service-binding/read-parameters.ts';
import type { ServiceBinding } from '@sonde/shared/service-binding/service-binding.ts';
import { ServiceBindingError } from '@sonde/shared/service-binding/service-binding-error.ts';
import { splitFields } from '@sonde/shared/service-binding/text-fields.ts';

const grammar = 'RFC 9460 section 2.1';

/**
 * Reads the presentation form of an SVCB or HTTPS record's data, as in zone files: `1 . alpn=h2,h3`. Parentheses are taken as
 * spaces. Names are absolute. Throws a ServiceBindingError for what a zone file must not have.
 */
export function parseServiceBindingText(text: string): ServiceBinding {
  const [priorityText, targetText, ...fields] = splitFields(text);
  if (priorityText === undefined || targetText === undefined) {
    throw new ServiceBindingError('truncated', 'Priority and target are needed.', grammar);
  }
  if (!/^[0-9]{1,5}$/.test(priorityText) || Number(priorityText) > 65_535) {
    throw new ServiceBindingError('bad_priority', 'The priority is no number from 0 to 65535.', grammar);
  }
  const target = storedName(targetText);
  if (target === undefined) throw new ServiceBindingError('bad_name', 'The target is no name.', grammar);
  return { priority: Number(priorityText), target, parameters: readParameters(fields) };
}
