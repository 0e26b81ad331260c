import type { Reconciler, Reconciliation } from '../../../../collector/ports/traffic/reconciliation.ts';

/** Notes what is asked and answers the same always. */
export class FakeReconciler implements Reconciler {
  readonly asked: Parameters<Reconciler['reconcile']>[0][] = [];
  answer: Reconciliation = { minutes: [], names: [], bypassed: [], resolverAddresses: [] };

  async reconcile(scope: Parameters<Reconciler['reconcile']>[0]): Promise<Reconciliation> {
    this.asked.push(scope);
    return this.answer;
  }
}
