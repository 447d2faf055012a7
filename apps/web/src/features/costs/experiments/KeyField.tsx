// Which key of the project the server asks with: the newest of each provider, unless one is chosen.
import { useQuery } from '@tanstack/react-query';
import { SelectField } from '../../../components/controls/Field.tsx';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import { drawnText } from '../../../lib/text/visible-text.ts';

interface KeyFieldProps {
  project: string;
  /** That are asked. */
  providers: readonly string[];
  /** Empty = the newest of each. */
  keyId: string;
  onKey: (id: string) => void;
}

export function KeyField({ project, providers, keyId, onKey }: KeyFieldProps) {
  const keys = useQuery(useTRPC().providerKeys.list.queryOptions({ project }));
  if (keys.isError) return <ErrorState inline title="The keys could not be loaded." error={keys.error} />;
  if (!keys.data) return null;
  const usable = keys.data.filter(({ provider }) => providers.includes(provider));
  const missing = providers.filter((provider) => !usable.some((key) => key.provider === provider));
  return (
    <>
      {usable.length > 0 && (
        <SelectField
          label="Provider key"
          options={[
            ['', `the newest: ${newestOf(usable).map(keyWords).join(', ')}`],
            ...usable.map((key) => [key.id, keyWords(key)] as const),
          ]}
          value={usable.some(({ id }) => id === keyId) ? keyId : ''}
          onValue={onKey}
        />
      )}
      {missing.length > 0 && (
        <p role="status">
          <PlainText
            text={`There is no key for ${missing.join(', ')}. An owner can add one under Settings, Provider keys; or let a worker ask.`}
          />
        </p>
      )}
    </>
  );
}

interface Key {
  provider: string;
  label: string;
  lastFour: string;
}

const keyWords = ({ provider, label, lastFour }: Key): string => drawnText(`${label} (${provider}, …${lastFour})`);

/** The list has the newest of each provider first. */
const newestOf = <Of extends Key>(keys: readonly Of[]): Of[] =>
  keys.filter(({ provider }, index) => keys.findIndex((one) => one.provider === provider) === index);
