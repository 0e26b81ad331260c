import { CaptureError } from './capture-error.ts';

/** Turns what libpcap says when an interface can't be opened into a typed error with advice. */
export function liveError(interfaceName: string, cause: unknown): CaptureError {
  const text = cause instanceof Error ? cause.message : String(cause);
  if (/permission|not permitted|EPERM|EACCES/i.test(text)) {
    return new CaptureError('not_permitted', `Capturing on ${interfaceName} is not permitted. ${advice()}`, {
      cause,
    });
  }
  if (/no such device|does not exist|ENODEV|SIOCGIFHWADDR/i.test(text)) {
    return new CaptureError('no_such_interface', `There is no interface ${interfaceName}.`, { cause });
  }
  if (/not up|is down|ENETDOWN/i.test(text)) {
    return new CaptureError('interface_down', `The interface ${interfaceName} is down.`, { cause });
  }
  if (
    /syntax error|parse|filter|expression|qualifier|unknown (host|protocol|port)|no VLAN support|not supported (for|on)|link-layer type|mpls|pppoe/i.test(
      text,
    )
  ) {
    return new CaptureError('bad_filter', `The capture filter is not valid: ${text}.`, { cause });
  }
  return new CaptureError('capture_failed', `Capturing on ${interfaceName} failed: ${text}.`, { cause });
}

function advice(): string {
  switch (process.platform) {
    case 'win32':
      return 'Run as an administrator, or install Npcap without restricting it to administrators.';
    case 'darwin':
      return 'Run as root, or give the user read permission for /dev/bpf*.';
    default:
      return 'Capturing needs the capability CAP_NET_RAW. Run as root, or grant the capability with setcap cap_net_raw=ep.';
  }
}
