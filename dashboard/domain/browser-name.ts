/** Programs by what they call themselves; the first that fits, as most name others too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Names the browser and system of a header User-Agent, such as `Firefox on Linux`; undefined if it says neither. */
export function browserName(userAgent: string | null): string | undefined {
  if (userAgent === null) return undefined;
  const find = (list: typeof browsers) => list.find(([form]) => form.test(userAgent))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  return browser !== undefined && system !== undefined ? `${browser} on ${system}` : (browser ?? system);
}
