-- The period of 30 seconds (TOTP) whose code was accepted last, so that neither it nor an earlier one is accepted again.
ALTER TABLE two_factors ADD COLUMN last_period integer;
