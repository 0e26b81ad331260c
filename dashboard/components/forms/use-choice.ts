import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useAction } from '../../app/action.ts';
import type { Trouble } from '../../app/api.ts';

export interface Choice<Value> {
  readonly value: Value;
  readonly trouble: Trouble | undefined;
  onChange(value: Value): void;
}

/**
 * Follows a choice that the collector keeps: it shows what the person wants until the collector says the same, or refuses. What is
 * wanted while a change is under way is sent after it.
 */
export function useChoice<Value extends string | boolean>(
  kept: Value,
  change: (value: Value) => Promise<void>,
): Choice<Value> {
  const wanted = useSignal<Value | undefined>(undefined);
  const isUnderWay = useRef(false);
  const action = useAction(async () => {
    let sent: Value | undefined;
    while (wanted.value !== undefined && wanted.value !== sent) {
      sent = wanted.value;
      await change(sent);
    }
  });
  useEffect(() => {
    if (!action.busy && wanted.value === kept) wanted.value = undefined;
  });
  return {
    value: wanted.value ?? kept,
    trouble: action.trouble,
    onChange(value) {
      wanted.value = value;
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      // Only at the end: what needs the password again is sent a second time.
      void action.run().then((isDone) => {
        isUnderWay.current = false;
        if (!isDone) wanted.value = undefined;
      });
    },
  };
}
