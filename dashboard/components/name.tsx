import { href, segment } from '../app/router.ts';
import { carried } from '../app/time-range.ts';
import { meaningOf, visible, visibleParts } from '../format/visible-name.ts';

/**
 * A name or another text from the wire, with what is hidden in it made visible, and what its Punycode says. What a person wrote is
 * `prose`, in the letters of the page.
 */
export function Name({
  name,
  meaning = true,
  prose = false,
}: {
  name: string;
  meaning?: boolean;
  prose?: boolean;
}) {
  const said = meaning ? meaningOf(name) : undefined;
  return (
    <bdi class={prose ? 'name prose' : 'name'} title={visible(name)}>
      {name === '' || name === '.'
        ? '.'
        : visibleParts(name).map((part, index) =>
            part.odd ? (
              <span class="odd" key={index}>
                {part.text}
              </span>
            ) : (
              part.text
            ),
          )}
      {said !== undefined && <span class="meaning"> ({said})</span>}
    </bdi>
  );
}

export function domainHref(name: string): string {
  return href(`/domain/${segment(name)}`, carried());
}

export function clientHref(address: string): string {
  return href(`/client/${segment(address)}`, carried());
}

/** A name that leads to the page of the domain. */
export function DomainLink({ name }: { name: string }) {
  return (
    <a href={domainHref(name)}>
      <Name name={name} />
    </a>
  );
}

/** An address that leads to what is known of it. */
export function AddressLink({ address }: { address: string }) {
  return (
    <a href={href(`/ip/${segment(address)}`, carried())}>
      <Name name={address} />
    </a>
  );
}

/** An address that leads to what it asked. */
export function ClientLink({ address }: { address: string }) {
  return (
    <a href={clientHref(address)}>
      <Name name={address} />
    </a>
  );
}
