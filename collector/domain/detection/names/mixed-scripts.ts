const scripts: Readonly<Record<string, RegExp>> = {
  Latin: /\p{Script=Latin}/u,
  Cyrillic: /\p{Script=Cyrillic}/u,
  Greek: /\p{Script=Greek}/u,
  Armenian: /\p{Script=Armenian}/u,
  Cherokee: /\p{Script=Cherokee}/u,
  Georgian: /\p{Script=Georgian}/u,
};

/**
 * Names the scripts whose letters look alike that a label mixes; undefined if it has one of them at most. Latin letters
 * beside Chinese, Japanese and Korean ones are ordinary (UTS 39, section 5.2).
 */
export function mixedScripts(label: string): string | undefined {
  const found = Object.keys(scripts).filter((script) => scripts[script]!.test(label));
  return found.length < 2 ? undefined : `${found.slice(0, -1).join(', ')} and ${found.at(-1)} letters`;
}
