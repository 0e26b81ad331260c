import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useAction } from '../../app/action.ts';
import type { Trouble } from '../../app/api.ts';

export interface Switch {
  readonly checked: boolean;
  readonly trouble: Trouble | undefined;
  onChange(on: boolean): void;
}

/**
 * Follows a switch whose state the collector has: it shows what the person wants until the collector says the same, or refuses. What is
 * wanted while a change is under way is sent after it.
 */
export function useSwitch(isOn: boolean, change: (on: boolean) => Promise<void>): Switch {
  const wanted = useSignal<boolean | undefined>(undefined);
  const action = useAction(async () => {
    let sent: boolean | undefined;
    try {
      while (wanted.value !== undefined && wanted.value !== sent) {
        sent = wanted.value;
        await change(sent);
      }
    } catch (error) {
      wanted.value = undefined;
      throw error;
    }
  });
  useEffect(() => {
    if (!action.busy && wanted.value === isOn) wanted.value = undefined;
  });
  return {
    checked: wanted.value ?? isOn,
    trouble: action.trouble,
    onChange(on) {
      wanted.value = on;
      void action.run();
    },
  };
}
