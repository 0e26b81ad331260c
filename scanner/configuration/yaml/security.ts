import type { Findings } from '../model/findings.ts';
import { isPublicAddress } from '../model/netmasks.ts';
import { isNull, type YamlNode, type YamlScalar } from './nodes.ts';

/** Tells of upstreams of the public Internet that are asked without encryption. */
export function tellClearUpstreams(
  upstreams: readonly YamlScalar[],
  snippet: string,
  findings: Findings,
): void {
  const clear = upstreams.find(({ text }) => {
    // AdGuard Home writes `[/example.org/]192.0.2.1` for some domains only, Blocky `tcp+udp:192.0.2.1`.
    const bare = text.replace(/^\[\/.*\/\]/, '').replace(/^(?:tcp\+udp:|tcp:|udp:)(?:\/\/)?/, '');
    return isPublicAddress(bare);
  });
  if (clear === undefined) return;
  const message = 'Questions are forwarded over the Internet without encryption.';
  findings.say(
    'forwarders_in_clear',
    'info',
    clear,
    message,
    'RFC 7858; RFC 9076',
    'Forward over TLS or HTTPS.',
    snippet,
  );
}

/** Tells of a list of what is blocked that is fetched without encryption. */
export function tellClearLists(lists: readonly YamlNode[], findings: Findings): void {
  for (const list of lists) {
    if (list.kind !== 'scalar' || isNull(list) || !/^http:\/\//i.test(list.text)) continue;
    if (/^http:\/\/(?:localhost|127\.|10\.|192\.168\.|\[::1\])/i.test(list.text)) continue;
    const message = 'The list is fetched without encryption: anybody on the way may change what is blocked.';
    findings.say('list_in_clear', 'medium', list, message, 'RFC 9325', 'Fetch it over HTTPS.');
  }
}
