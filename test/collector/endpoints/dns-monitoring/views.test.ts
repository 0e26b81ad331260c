import test from 'ava';
import { credentialHeaders } from '../../../support/contracts/operation-requests.ts';
import { startTestApi } from '../../../support/http/http.ts';

const path = '/api/v1/dns-monitoring/views';

test("a person's views are his own, and those of the account are everybody's in it", async (t) => {
  const api = await startTestApi(t);
  const { world } = api;
  const { account, key } = await world.addAccount('ada@example.com');
  const { key: stranger } = await world.addAccount('eve@example.com');
  const sessionOf = async (email: string, role: 'analyst' | 'viewer') => {
    const { cookie } = await world.addSession(account.id, world.members.add(account.id, email, role).id);
    const headers = { ...credentialHeaders({ cookie }), 'content-type': 'application/json' };
    return {
      list: async () =>
        (await api.request(path, { headers })).body as { count: number; views: { id: number }[] },
      save: (view: object) => api.request(path, { method: 'POST', headers, body: JSON.stringify(view) }),
      remove: (id: number) => api.request(`${path}/${id}`, { method: 'DELETE', headers }),
    };
  };
  const anna = await sessionOf('anna@example.com', 'analyst');
  const vera = await sessionOf('vera@example.com', 'viewer');
  const view = { page: 'queries', name: 'failures', query: 'response_code=SERVFAIL%2CNXDOMAIN&range=7d' };

  t.like((await vera.save(view)).body, { ...view, shared: false });
  t.is((await vera.save({ ...view, shared: true })).body.code, 'role_insufficient');
  t.is((await anna.save({ ...view, shared: true })).status, 200);
  t.is((await anna.list()).count, 1);
  t.is((await vera.list()).count, 2);
  t.like((await api.get(path, key)).body, { count: 1 });
  t.like((await api.get(path, stranger)).body, { count: 0 });

  // The same name is written anew, without a second.
  const { body: again } = await vera.save({ ...view, query: 'response_code=REFUSED' });
  t.is((await vera.list()).count, 2);
  t.is((await anna.remove(again.id as number)).status, 404);
  const [shared] = (await anna.list()).views;
  t.is((await vera.remove(shared!.id)).status, 404);
  t.is((await vera.remove(again.id as number)).status, 200);
  t.is((await anna.remove(shared!.id)).status, 200);
  t.is((await vera.list()).count, 0);

  for (const query of ['a b', 'a=\u202e', 'x'.repeat(4_001)])
    t.is((await vera.save({ ...view, query })).status, 400, query.slice(0, 20));
  for (let count = 0; count < 100; count++)
    t.is((await vera.save({ ...view, name: `view ${count}` })).status, 200);
  t.is((await vera.save(view)).body.code, 'conflict');
  t.is((await vera.save({ ...view, name: 'view 7' })).status, 200, 'one that is there is written anew');
});
