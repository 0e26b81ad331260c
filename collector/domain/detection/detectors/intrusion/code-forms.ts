/** Code within text states what was found, and whether it can hardly be anything else. */
export interface CodeWithin {
  readonly what: string;
  readonly isSure: boolean;
  readonly excerpt: string;
}

interface Form {
  readonly what: string;
  readonly isSure: boolean;
  readonly form: RegExp;
}

const excerptLength = 80;
const shortestCode = 16;

/**
 * Forms of code as text holds it. Beginnings in base64 are those of the three places that three octets may have: MZ of
 * programs for Windows, ELF, PK of archives, and UTF-16 of what PowerShell's -EncodedCommand takes.
 */
const forms: readonly Form[] = [
  {
    what: 'a program for Windows in base64',
    isSure: true,
    form: /TV[qpor][A-P]AAMAAAAE|TVqQAAMAAAAEAAAA|TVpQAAIAAAAEAA8A|TVoA[A-Za-z0-9+/]{60}/,
  },
  {
    what: 'a program for Windows in hexadecimal',
    isSure: true,
    form: /^"?4d5a[0-9a-f]{2}00(?:0[0-9a-f]|[0-9a-f]0)0000[0-9a-f]{40}/i,
  },
  { what: 'a program for Linux in base64', isSure: true, form: /f0VMRg(?:EB|IB|EC|IC)AQ/ },
  { what: 'a program for Linux in hexadecimal', isSure: true, form: /^"?7f454c460[12]0[12]01/i },
  {
    what: 'a packed file in base64',
    isSure: false,
    form: /^"?(?:H4sIA[A-Za-z0-9+/]{60}|UEsDB[A-Za-z0-9+/]{60}|N3q8ry[A-Za-z0-9+/]{60})/,
  },
  {
    what: 'a command of PowerShell',
    isSure: true,
    form: /powershell(?:\.exe)?["\s\\]+-|(?:^|[\s"';|(&])(?:iex|invoke-expression)[\s(]+(?:\(|new-object|\$|\[|irm|iwr|&)|frombase64string\(|downloadstring\(|new-object\s+(?:system\.)?net\.webclient|start-bitstransfer|\[system\.reflection\.assembly\]|\[reflection\.assembly\]::load/i,
  },
  {
    what: 'a command of PowerShell in base64',
    isSure: true,
    form: /(?:SQBFAFgA|aQBlAHgA|SQBuAHYAbwBrAGUALQ|cABvAHcAZQByAHMAaABlAGwAbA|JABzAD0A|JABjAGwAaQBlAG4AdAA|bgBlAHcALQBvAGIAagBlAGMAdA|TgBlAHcALQBPAGIAagBlAGMAdA|RABvAHcAbgBsAG8AYQBkAFMAdAByAGkAbgBnA)/,
  },
  {
    what: 'a command of a shell',
    isSure: true,
    form: /#!\s?\/(?:usr\/)?bin\/|(?:curl|wget)\s[^"]{0,200}\|\s*(?:ba|da|z)?sh\b|base64\s+-(?:d|-decode)[^"]{0,60}\|\s*(?:ba|da|z)?sh\b|\/dev\/tcp\/[0-9]|bash\s+-i\s|\bnc(?:at)?\s+-e\s|mkfifo\s+\/tmp/i,
  },
  {
    what: 'a command of Windows',
    isSure: true,
    form: /mshta(?:\.exe)?\s+(?:https?:|vbscript:|javascript:)|certutil(?:\.exe)?\s+-(?:decode|urlcache)|rundll32(?:\.exe)?\s+\S+,|regsvr32(?:\.exe)?\s+\/[a-z]|cmd(?:\.exe)?\s+\/c\s|wscript\.shell|bitsadmin\s+\/transfer|msiexec(?:\.exe)?\s+\/[iq]/i,
  },
  {
    what: 'a script',
    isSure: false,
    form: /<script[\s>]|eval\((?:atob|unescape|base64_decode|string\.fromcharcode)|exec\((?:base64|__import__|compile)|import\s+(?:os|socket|subprocess)\s*[;,]/i,
  },
];

/** Tells what code a text holds; undefined for none. The text is at most some thousand characters long. */
export function codeWithin(text: string): CodeWithin | undefined {
  if (text.length < shortestCode) return undefined;
  for (const { what, isSure, form } of forms) {
    const found = form.exec(text);
    if (found === null) continue;
    const from = Math.max(0, found.index - 8);
    return { what, isSure, excerpt: text.slice(from, from + excerptLength) };
  }
  return undefined;
}
