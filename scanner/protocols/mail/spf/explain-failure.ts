import type { SpfEvaluation } from './evaluation.ts';
import { type MacroPart, parseMacroString } from './macro-string.ts';

/**
 * Finds the text that an `exp` modifier leads to (RFC 7208 section 6.2). Undefined if anything is amiss: then the
 * receiver has a text of its own.
 */
export async function explainFailure(
  macros: readonly MacroPart[],
  domain: string,
  evaluation: SpfEvaluation,
): Promise<string | undefined> {
  const target = await evaluation.target(macros, domain);
  if (target === undefined) return undefined;
  const texts = await evaluation.askFurther(target, 'TXT');
  const text = texts === 'error' || texts.length !== 1 ? undefined : texts[0];
  // An explanation in anything but printable ASCII is none.
  const parts = text === undefined ? undefined : parseMacroString(text, { spaces: true });
  return parts === undefined ? undefined : evaluation.expand(parts, domain);
}
