import { knownClient } from '../app/client-names.ts';
import { clientHref, Name } from './name.tsx';

/** A client of the network: what it is called, where anybody knows, and its address, which a `brief` form has in its title alone. */
export function ClientName({ address, brief = false }: { address: string; brief?: boolean }) {
  const called = knownClient(address);
  if (called === undefined) return <Name name={address} />;
  const name = <Name name={called.name} meaning={false} prose title={address} />;
  if (brief) return name;
  return (
    <>
      {name}{' '}
      <span class="soft">
        <Name name={address} />
      </span>
    </>
  );
}

/** A client that leads to what it asked. */
export function ClientLink({ address }: { address: string }) {
  return (
    <a href={clientHref(address)}>
      <ClientName address={address} />
    </a>
  );
}
