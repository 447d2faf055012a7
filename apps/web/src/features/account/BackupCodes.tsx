import { Button } from '../../components/controls/Button.tsx';
import { CopyLine } from '../../components/controls/CopyLine.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import styles from './account.module.css';

export const BackupCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => (
  // Escape does not close it, because the codes cannot be shown again.
  <Dialog
    open
    title="Your backup codes"
    description="Each signs you in once, if you lose the app. They are shown only now: store them where your password is not."
  >
    <DialogForm onSubmit={onDone}>
      <div className={styles.codes}>
        <CopyLine name="the backup codes" text={codes.join('\n')} />
      </div>
      <DialogButtons>
        <Button type="submit" look="primary">
          I stored them
        </Button>
      </DialogButtons>
    </DialogForm>
  </Dialog>
);
