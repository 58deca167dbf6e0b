"""Reads: who may see what (`access`), the state after any event (`states`), and what a viewer sees of it
(`table_views`, `visible_events`)."""
