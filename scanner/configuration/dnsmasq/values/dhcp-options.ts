import { cut, cutAll, isName, isV4, isV6 } from './text.ts';

const addresses4 = new Set([
  1, 3, 6, 7, 9, 16, 21, 28, 32, 33, 41, 42, 44, 45, 48, 49, 50, 54, 65, 68, 69, 70, 71, 74, 150, 255,
]);
/** Options that are texts or times, which no address is sought in. */
const texts4 = new Set([12, 15, 17, 18, 40, 51, 58, 59, 64, 66, 67, 100, 101]);
const addresses6 = new Set([22, 23, 27, 28, 31]);
const texts6 = new Set([15, 16, 32, 41, 42, 59, 60]);
const names6 = new Set([21, 24, 29, 30, 39]);
const domainSearch = 119;
const sipServer = 120;
const ntpServer6 = 56;

const read = (table: string) =>
  new Map(
    table
      .trim()
      .split(/\s+/)
      .map((entry) => {
        const [number, name] = entry.split('=');
        return [name!.toLowerCase(), Number(number)] as const;
      }),
  );

/** Names as `dnsmasq --help dhcp` lists them, and those that the server sends by itself. */
const named4 =
  read(`1=netmask 2=time-offset 3=router 6=dns-server 7=log-server 9=lpr-server 13=boot-file-size 15=domain-name
  16=swap-server 17=root-path 18=extension-path 19=ip-forward-enable 20=non-local-source-routing 21=policy-filter
  22=max-datagram-reassembly 23=default-ttl 26=mtu 27=all-subnets-local 31=router-discovery 32=router-solicitation 33=static-route
  34=trailer-encapsulation 35=arp-timeout 36=ethernet-encap 37=tcp-ttl 38=tcp-keepalive 40=nis-domain 41=nis-server 42=ntp-server
  44=netbios-ns 45=netbios-dd 46=netbios-nodetype 47=netbios-scope 48=x-windows-fs 49=x-windows-dm 58=T1 59=T2 60=vendor-class
  64=nis+-domain 65=nis+-server 66=tftp-server 67=bootfile-name 68=mobile-ip-home 69=smtp-server 70=pop3-server 71=nntp-server
  74=irc-server 77=user-class 80=rapid-commit 93=client-arch 94=client-interface-id 97=client-machine-id 100=posix-timezone
  101=tzdb-timezone 108=ipv6-only 119=domain-search 120=sip-server 121=classless-static-route 125=vendor-id-encap
  150=tftp-server-address 255=server-ip-address`);
const own4 =
  read(`12=hostname 28=broadcast 50=requested-address 51=lease-time 52=option-overload 53=message-type
  54=server-identifier 55=parameter-request 56=message 57=max-message-size 61=client-id 82=agent-id 118=subnet-select`);
const named6 =
  read(`21=sip-server-domain 22=sip-server 23=dns-server 24=domain-search 27=nis-server 28=nis+-server 29=nis-domain
  30=nis+-domain 31=sntp-server 32=information-refresh-time 41=posix-timezone 42=tzdb-timezone 56=ntp-server 59=bootfile-url
  60=bootfile-param`);
const own6 =
  read(`1=client-id 2=server-id 3=ia-na 4=ia-ta 5=iaaddr 6=oro 7=preference 12=unicast 13=status 14=rapid-commit
  15=user-class 16=vendor-class 17=vendor-opts 39=fqdn`);

interface Head {
  /** Undefined if no option stands there. */
  readonly option: number | undefined;
  readonly isV6: boolean;
  readonly value: string | undefined;
  readonly tags: number;
  /** Whether the option is one within another, or of a vendor. */
  readonly isInner: boolean;
  readonly isOfVendor: boolean;
}

/** Reads tags and enclosing options up to the option itself. */
function readHead(text: string, isMatch: boolean): Head {
  let rest: string | undefined = text;
  const head = { isV6: false, tags: 0, isInner: false, isOfVendor: false };
  while (rest !== undefined) {
    const [word, after]: readonly [string, string | undefined] = cut(rest);
    if (/^\d*$/.test(word)) return { ...head, option: Number(word), value: after };
    const [, family, name = ''] = /^option(6?):(.*)$/.exec(word) ?? [];
    if (family !== undefined) {
      const isNumber = family === '6' && /^\d*$/.test(name);
      const known = family === '6' ? named6 : named4;
      const own = isMatch ? (family === '6' ? own6 : own4).get(name.toLowerCase()) : undefined;
      const option = isNumber ? Number(name) : (known.get(name.toLowerCase()) ?? own);
      return { ...head, option, isV6: family === '6', value: after };
    }
    if (word.startsWith('vi-encap:')) {
      if (isMatch) return { ...head, isOfVendor: true, option: Number.NaN, value: after };
      head.isOfVendor = true;
    } else if (/^(?:vendor|encap):/.test(word)) head.isInner = true;
    else head.tags++;
    rest = after;
  }
  return { ...head, option: undefined, value: undefined };
}

/** Tells whether a text is an option that is sent to clients. */
export function isDhcpOption(text: string): boolean {
  const head = readHead(text, false);
  if (head.option === undefined || (head.isV6 && head.isInner)) return false;
  return valueFits(head, false);
}

/** Tells whether a text is one tag and an option that clients send. */
export function isDhcpMatch(text: string): boolean {
  const head = readHead(text, true);
  if (head.option === undefined || head.isInner || head.tags !== 1) return false;
  return head.isOfVendor || valueFits(head, true);
}

/** What looks like addresses has to be, and names have to be names; everything else is a text. */
function valueFits({ option, isV6: of6, value, isInner, isOfVendor }: Head, isMatch: boolean): boolean {
  if (value === undefined) return true;
  const isPlain = !isInner && !isOfVendor;
  const code = isPlain || of6 ? option! : Number.NaN;
  const traits = traitsOf(value, isMatch);
  const isNtp = of6 && code === ntpServer6 && !traits.isHex;
  if (of6 ? addresses6.has(code) || (isNtp && traits.isAddress6) : addresses4.has(code)) {
    if (of6) return traits.isAddress6 && areAddresses6(value);
    return traits.isAddress && value.includes('.') && areAddresses(value);
  }
  if (of6 ? names6.has(code) || isNtp : false) return cutAll(value).every(isName);
  if (of6 ? texts6.has(code) : texts4.has(code)) return true;
  if (traits.isHex && value.includes(':')) return true;
  if (traits.isDecimal) return true;
  if (!of6 && traits.isAddress) return areAddresses(value);
  if (of6 && traits.isAddress6) return areAddresses6(value);
  if (!of6 && isPlain && (code === domainSearch || code === sipServer)) {
    return cutAll(value).every((name) => name === '.' || isName(name));
  }
  return of6 || value.length <= (isOfVendor ? 250 : isInner ? 253 : 255);
}

const areAddresses = (text: string) => cutAll(text).every((part) => isV4(cut(part, '/')[0]));
const areAddresses6 = (text: string) =>
  cutAll(text).every((part) => isV6(part.replace(/^\[/, '').replace(/(.)\]$/, '$1')));

/** The signs of a value tell what it may be. */
function traitsOf(text: string, isMatch: boolean) {
  const isDecimal = /^[\d-]*[\dbsi]?$/.test(text) && /\d/.test(text);
  const isAddress = /^[\d,./ ]*$/.test(text) && !text.startsWith('/') && /\d/.test(text);
  const isHex = isMatch ? /^[\da-f:*]*$/i.test(text) : /^[\da-f:]*$/i.test(text);
  const isAddress6 = text.includes(':') && /^[\da-f:,.[\] ]*$/i.test(text);
  return { isDecimal, isAddress, isHex, isAddress6 };
}
