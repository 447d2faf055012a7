// The layout of every settings page: a head with a description, a table in a frame, forms in dialogs.
import type { FormEvent, ReactNode } from 'react';
import styles from './SettingsPage.module.css';

interface SettingsPageProps {
  title: string;
  lead: ReactNode;
  /** The page's action, on the right. */
  action?: ReactNode;
  children: ReactNode;
}

export function SettingsPage({ title, lead, action, children }: SettingsPageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.what}>
          <h1>{title}</h1>
          <p className={styles.lead}>{lead}</p>
        </div>
        {action}
      </header>
      {children}
    </div>
  );
}

/** The head of a part of the page, with its action. */
export const SettingsSection = ({ title, action }: { title: string; action?: ReactNode }) => (
  <div className={styles.section}>
    <h2>{title}</h2>
    {action}
  </div>
);

/** The head marks a column of numbers, which are aligned on the right. */
type Head = string | { number: string };

interface SettingsTableProps {
  label: string;
  heads: readonly Head[];
  /** False when rows have no actions. The head of the action column is visually hidden. */
  actions?: boolean;
  /** Rows; the first cell of each is its row header. */
  children: ReactNode;
}

/** A table that scrolls sideways in its frame, also by keyboard. */
export function SettingsTable({ label, heads, actions = true, children }: SettingsTableProps) {
  return (
    <div className={styles.scroller} tabIndex={0} role="region" aria-label={`${label}, table`}>
      <table className={styles.table}>
        <thead>
          <tr>
            {heads.map((head) =>
              typeof head === 'string' ? (
                <th scope="col" key={head}>
                  {head}
                </th>
              ) : (
                <th scope="col" key={head.number} className={styles.number}>
                  {head.number}
                </th>
              ),
            )}
            {actions && (
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** The row header. */
export const RowHead = ({ children }: { children: ReactNode }) => (
  <th scope="row" className={styles.name}>
    {children}
  </th>
);

/** A cell in a column of numbers. */
export const NumberCell = ({ children }: { children: ReactNode }) => <td className={styles.number}>{children}</td>;

export const RowActions = ({ children }: { children: ReactNode }) => <td className={styles.actions}>{children}</td>;

interface DialogFormProps {
  onSubmit?: () => void;
  children: ReactNode;
}

export function DialogForm({ onSubmit, children }: DialogFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit?.();
  };
  return (
    <form onSubmit={submit} className={styles.form}>
      {children}
    </form>
  );
}

export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <div className={styles.buttons}>{children}</div>
);

/** A group of checkboxes or radio buttons. */
export function Choices({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>{legend}</legend>
      {children}
    </fieldset>
  );
}
