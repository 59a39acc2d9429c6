import { plans, type Plan } from '@longhand/contract';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { keys } from '../../api/keys.ts';
import { sentenceOf } from '../../api/failure.ts';
import classes from './plans.module.css';

/** Formats a price given in minor units; omits cents if there are none. */
function priceOf({ price, currency, interval }: Plan): string {
  const money = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    maximumFractionDigits: price % 100 === 0 ? 0 : 2,
  });
  return `${money.format(price / 100)} a ${interval}`;
}

/** The plans from the server; until it responds, those at build time. */
export function Plans() {
  const call = useCall();
  const { data, error } = useQuery({
    queryKey: keys.plans,
    queryFn: ({ signal }) => call('listPlans', {}, signal),
    placeholderData: { items: [...plans], nextCursor: null },
  });
  if (error) return <p role="alert">{sentenceOf(error)}</p>;
  return (
    <ul className={classes['plans']} aria-busy={!data}>
      {(data?.items ?? []).map((plan) => (
        <li
          key={plan.id}
          className={classes['plan']}
          data-highlighted={plan.highlighted || undefined}
        >
          <h3>{plan.name}</h3>
          <p className={classes['price']}>{priceOf(plan)}</p>
          <ul>
            {plan.features.map((feature) => (
              <li key={feature}>
                <IconCheck size={16} stroke={1.8} aria-hidden="true" /> {feature}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
