-- Sessions keep the neighbourhood of the address they were opened from; older ones have the whole address.
update dashboard_sessions set address = null;
