'use client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { TextField } from '../../components/controls/Field.tsx';
import { DialogForm } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { useRouter } from '../../lib/address/address-state.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { toast } from '../../lib/toast.ts';
import styles from './project.module.css';

export function RenameProject({ project }: { project: { slug: string; name: string } }) {
  const router = useRouter();
  const [name, setName] = useState(project.name);
  const rename = useMutation(
    useTRPC().projects.rename.mutationOptions({
      onSuccess: () => {
        toast('Project renamed.', `It is called ${name.trim()} now.`);
        router.refresh();
      },
    }),
  );
  const isSame = name.trim() === '' || name.trim() === project.name;
  return (
    <section className={styles.part}>
      <h2>Name</h2>
      <DialogForm onSubmit={() => rename.mutate({ project: project.slug, name })}>
        <TextField
          label="Project name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={100}
          required
          note={`The address stays /p/${project.slug}, so links keep working.`}
        />
        {rename.isError && <ErrorState inline title="The project was not renamed." error={rename.error} />}
        <div>
          <Button type="submit" disabled={isSame || rename.isPending}>
            Rename
          </Button>
        </div>
      </DialogForm>
    </section>
  );
}
