import { clientsCalled } from '../app/client-names.ts';
import { href, segment } from '../app/router.ts';
import type { Route } from '../app/routes.ts';
import type { IconName } from '../components/icon.tsx';
import { networkTarget } from '../domain/network-target.ts';
import { visible } from '../format/visible-name.ts';
import { texts } from '../texts/en/common.ts';

export interface Choice {
  readonly label: string;
  readonly kind: string;
  readonly to: string;
  readonly icon: IconName;
  /** Whether the label is something from the wire, not words. */
  readonly name: boolean;
}

/** Clients that are offered by their names. */
const mostClients = 5;

/** Endings that leave no doubt; the API knows the others. */
const besideDns = /\.(?:eth|onion|i2p|bit|alt|crypto|nft|wallet|blockchain)$/;

/** Finds the possible meanings of a text: pages, a domain, an address. The likeliest comes first. */
export function choicesFor(text: string, routes: readonly Route[], kept: Record<string, string>): Choice[] {
  const wanted = text.trim().toLowerCase();
  const pages = routes
    .filter(({ name }) => texts.pages[name].toLowerCase().includes(wanted))
    .map(({ name, pattern, icon }) => ({
      label: texts.pages[name],
      kind: texts.palette.page,
      to: href(pattern, kept),
      icon,
      name: false,
    }));
  if (wanted === '') return pages;
  const clients = clientsCalled(wanted, mostClients).map(({ client_ip: address, name }) => ({
    ...about(
      `${visible(name)} (${address})`,
      texts.palette.client,
      href(`/client/${segment(address)}`, kept),
      'user',
    ),
    name: false,
  }));
  const target = networkTarget(wanted);
  if (target?.kind === 'address') {
    return [
      about(wanted, texts.palette.client, href(`/client/${segment(wanted)}`, kept), 'user'),
      about(wanted, texts.palette.address, href(`/ip/${segment(wanted)}`, kept), 'globe'),
    ];
  }
  if (target?.kind === 'range')
    return [about(wanted, texts.palette.range, href(`/range/${segment(wanted)}`, kept), 'globe')];
  if (target?.kind === 'system') {
    const system = about(wanted, texts.palette.system, href(`/asn/${segment(target.asn)}`, kept), 'globe');
    return [...pages, ...clients, system];
  }
  const name = nameIn(wanted);
  if (name === undefined) return [...pages, ...clients];
  const resolution = about(name, texts.palette.resolution, href(`/name/${segment(name)}`, kept), 'globe');
  const below = href('/queries', { ...kept, suffix: name });
  const choices = [
    about(name, texts.palette.domain, href(`/domain/${segment(name)}`, kept), 'globe'),
    about(name, texts.palette.queriesOf, below, 'list'),
    resolution,
    ...clients,
    ...pages,
  ];
  // Such names are no domains: what resolves them stands first.
  return besideDns.test(name) ? [resolution, ...choices.filter((one) => one !== resolution)] : choices;
}

function about(label: string, kind: string, to: string, icon: IconName): Choice {
  return { label, kind, to, icon, name: true };
}

/** A domain name, also out of a URL or an e-mail address that was pasted. */
function nameIn(text: string): string | undefined {
  const host = text
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/^[^/@]*@/, '')
    .replace(/[/:?#].*$/, '')
    .replace(/\.$/, '');
  return /^[^\s.]+(\.[^\s.]+)+$/.test(host) && host.length <= 255 ? host : undefined;
}
