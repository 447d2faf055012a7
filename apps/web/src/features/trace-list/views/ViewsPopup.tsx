'use client';
// The popup of ViewsMenu.tsx: select, save, change, rename and delete views.
import { Menu } from '@base-ui/react/menu';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { PlainText } from '../../../components/text/PlainText.tsx';
import popup from '../../../components/controls/MenuWithPopup.module.css';
import { copyLink } from '../../../lib/files/copy.ts';
import { useMayChange } from '../../../lib/account/rights.ts';
import { LOOK_ONLY } from '../../../lib/account/roles.ts';
import { toast } from '../../../lib/toast.ts';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import { BUILT_IN_VIEWS, isChanged, type ListView } from './list-views.ts';
import { EMPTY_ADDRESS, paramsToSave } from './save-view.ts';
import { ViewDialog, type ViewQuestion } from './ViewDialog.tsx';
import type { List } from '../use-list.ts';
import styles from './views.module.css';

export interface ViewsMenuProps {
  project: string;
  list: List;
}

export function ViewsPopup({ project, list, trigger }: ViewsMenuProps & { trigger: ReactElement }) {
  const trpc = useTRPC();
  const saved = useQuery(trpc.views.list.queryOptions({ project }));
  const [question, setQuestion] = useState<ViewQuestion | null>(null);
  const { view, address, setUrl } = list;
  const saveChanges = useSaveChanges(project, list);
  const choose = (id: string | null) => void setUrl({ ...EMPTY_ADDRESS, view: id });
  return (
    <>
      <Menu.Root modal={false} defaultOpen>
        <Menu.Trigger render={trigger} />
        <Menu.Portal>
          <Menu.Positioner align="end" sideOffset={4} className={popup.positioner}>
            <Menu.Popup className={popup.popup}>
              <Choice name="All traces" checked={!view} onChoose={() => choose(null)} />
              <Choices label="Built in" views={BUILT_IN_VIEWS} chosen={view} onChoose={choose} />
              {saved.data && saved.data.length > 0 && (
                <Choices label="This project" views={saved.data} chosen={view} onChoose={choose} />
              )}
              {saved.isError && (
                <Menu.Item className={popup.item} closeOnClick={false} onClick={() => void saved.refetch()}>
                  ✕ Saved views could not be loaded. Retry
                </Menu.Item>
              )}
              <Menu.Separator className={styles.line} />
              <Changes list={list} saved={saved.data ?? []} onAsk={setQuestion} onSave={saveChanges} />
              <Menu.Item className={popup.item} onClick={copyViewLink}>
                Copy a link to this view
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {question && (
        <ViewDialog
          project={project}
          question={question}
          params={paramsToSave(address, view)}
          onClose={() => setQuestion(null)}
          onShow={choose}
        />
      )}
    </>
  );
}

/** Saves the current address as the view of an id; the address then overrides nothing of it. */
function useSaveChanges(project: string, { view, address, setUrl }: List): (id: string) => void {
  const trpc = useTRPC();
  const client = useQueryClient();
  const change = useMutation({
    ...trpc.views.change.mutationOptions(),
    onSuccess: async () => {
      await client.invalidateQueries(trpc.views.list.queryFilter({ project }));
      void setUrl(EMPTY_ADDRESS);
      toast('View saved');
    },
    onError: (error) => toast('The view could not be saved', error.message),
  });
  return (id) => change.mutate({ project, id, params: paramsToSave(address, view) });
}

interface ChangesProps {
  list: List;
  saved: readonly ListView[];
  onAsk: (question: ViewQuestion) => void;
  onSave: (id: string) => void;
}

/** What a user who may change the project can do with the current address and the chosen view. */
function Changes({ list: { view, address }, saved, onAsk, onSave }: ChangesProps) {
  const mayChange = useMayChange();
  if (!mayChange) return <div className={styles.label}>{LOOK_ONLY}</div>;
  const own = saved.find(({ id }) => id === view?.id);
  return (
    <>
      <Menu.Item className={popup.item} onClick={() => onAsk({ ask: 'save' })}>
        Save as a view…
      </Menu.Item>
      {own && isChanged(address, view) && (
        <Menu.Item className={popup.item} onClick={() => onSave(own.id)}>
          Save the changes
        </Menu.Item>
      )}
      {own && (
        <>
          <Menu.Item className={popup.item} onClick={() => onAsk({ ask: 'rename', view: own })}>
            Rename…
          </Menu.Item>
          <Menu.Item className={popup.item} onClick={() => onAsk({ ask: 'delete', view: own })}>
            Delete…
          </Menu.Item>
        </>
      )}
    </>
  );
}

/** Copies the URL without the peek and the selection. */
function copyViewLink(): void {
  const url = new URL(location.href);
  url.searchParams.delete('peek');
  url.searchParams.delete('sel');
  void copyLink(url.href);
}

interface ChoicesProps {
  label: string;
  views: readonly ListView[];
  chosen: ListView | undefined;
  onChoose: (id: string) => void;
}

function Choices({ label, views, chosen, onChoose }: ChoicesProps) {
  return (
    <Menu.Group className={styles.group}>
      <Menu.GroupLabel className={styles.label}>{label}</Menu.GroupLabel>
      {views.map((view) => (
        <Choice
          key={view.id}
          name={view.name}
          author={view.author}
          checked={view.id === chosen?.id}
          onChoose={() => onChoose(view.id)}
        />
      ))}
    </Menu.Group>
  );
}

interface ChoiceProps {
  name: string;
  author?: string | null | undefined;
  checked: boolean;
  onChoose: () => void;
}

function Choice({ name, author, checked, onChoose }: ChoiceProps) {
  return (
    <Menu.Item className={popup.item} role="menuitemradio" aria-checked={checked} onClick={onChoose}>
      <span aria-hidden className={popup.check}>
        {checked ? '✓' : ''}
      </span>
      <PlainText text={name} />
      {author && (
        <span className={styles.author}>
          <PlainText text={author} />
        </span>
      )}
    </Menu.Item>
  );
}
