import { plans, type Plan } from '@longhand/contract';
import { IconCheck } from '@tabler/icons-react';
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

/** The plans of the contract. */
export function Plans() {
  return (
    <ul className={classes['plans']}>
      {plans.map((plan) => (
        <li
          key={plan.id}
          className={`card ${classes['plan']}`}
          data-highlighted={plan.highlighted || undefined}
        >
          <h3>{plan.name}</h3>
          <p className={classes['price']}>{priceOf(plan)}</p>
          <ul className="stack">
            {plan.features.map((feature) => (
              <li key={feature} className="beside">
                <IconCheck size={16} stroke={1.8} aria-hidden="true" /> {feature}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
