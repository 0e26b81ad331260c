import type { ScanError } from '@sonde/client/api-types.generated.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/investigate/setup.ts';
import { checkName } from '../../texts/en/parts/checks.ts';

/** Tells who could not be asked; shows nothing if everybody could. */
export function Unasked({ errors }: { errors: readonly ScanError[] }) {
  if (errors.length === 0) return null;
  const sources = [...new Set(errors.map(({ source, message }) => `${checkName(source)} (${message})`))];
  return <p class="soft small wrap">{texts.asked(sources.map(visible).join(', '))}</p>;
}
