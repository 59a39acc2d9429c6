import { t } from '@lingui/core/macro';
import { plans, type Plan } from '@longhand/contract';
import { IconCheck } from '@tabler/icons-react';
import { i18n } from '../../language/language.ts';
import { numberLocale } from '../../ui/dates.ts';
import classes from './plans.module.css';

/** Formats a price given in minor units; omits cents if there are none. */
function priceOf({ price, currency, interval }: Plan): string {
  const money = new Intl.NumberFormat(numberLocale, {
    style: 'currency',
    currency,
    maximumFractionDigits: price % 100 === 0 ? 0 : 2,
  });
  const amount = money.format(price / 100);
  return interval === 'month' ? t`${{ amount }} a month` : t`${{ amount }} a year`;
}

/** Returns a text of a plan: the contract has them in English. */
const planText = (text: string): string => i18n._(`plan.${text}`, undefined, { message: text });

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
          <h3>{planText(plan.name)}</h3>
          <p className={classes['price']}>{priceOf(plan)}</p>
          <ul className="stack">
            {plan.features.map((feature) => (
              <li key={feature} className="beside">
                <IconCheck size={16} stroke={1.8} aria-hidden="true" /> {planText(feature)}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
