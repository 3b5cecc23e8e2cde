import type { ClickHouseSettings } from '@clickhouse/client';

/** What every statement states, since the defaults of a server or an account may be others. */
export const READ_SETTINGS: ClickHouseSettings = {
  // On one server it has no effect; on a replica it waits for what a quorum has.
  select_sequential_consistency: '1',
  output_format_json_quote_64bit_integers: 0,
  date_time_output_format: 'iso',
  join_use_nulls: 0,
  // Conditions choose among what has replaced the other copies.
  optimize_move_to_prewhere_if_final: 0,
};

/** Synchronous, deduplicated, and in one piece: a token covers a block. */
export const INSERT_SETTINGS: ClickHouseSettings = {
  async_insert: 0,
  insert_deduplicate: 1,
  // A view completes what a broken insert has left out, and passes over the rest.
  deduplicate_blocks_in_dependent_materialized_views: 1,
  input_format_parallel_parsing: 0,
  max_insert_block_size: '10000000',
  min_insert_block_size_rows: '10000000',
  min_insert_block_size_bytes: '0',
  max_partitions_per_insert_block: '0',
  date_time_input_format: 'best_effort',
};

/** INSERT … SELECT and mutations: they answer once everything is done, on every replica. */
export const RUN_SETTINGS: ClickHouseSettings = {
  ...INSERT_SETTINGS,
  // Without a token, rows that equal an earlier insert would be passed over.
  insert_deduplicate: 0,
  mutations_sync: '2',
  max_threads: 2,
};

/** A batch is answered once a majority of the replicas has it. */
export const CLUSTER_SETTINGS: ClickHouseSettings = {
  insert_quorum: 'auto',
  insert_quorum_parallel: 0,
  distributed_foreground_insert: 1,
  distributed_ddl_task_timeout: '600',
};
