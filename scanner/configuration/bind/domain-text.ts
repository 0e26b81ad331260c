/** Tells whether a text is a name of a domain: labels of 63 octets, 255 in all. */
export function isDomainText(text: string): boolean {
  if (text === '.') return true;
  const name = text.replace(/\.$/, '').replaceAll(/\\(?:\d{3}|.)/g, 'x');
  return name.length <= 253 && name.split('.').every((label) => label.length > 0 && label.length <= 63);
}
